import type { ReportFile, ReportRange } from '@almanac/contract/reports'
import { IconDownload } from '@tabler/icons-react'
import { call } from '../../api/call.ts'
import { useTenantParams } from '../../api/session.ts'
import { useDownload } from '../../api/use-download.ts'
import { Button } from '../../ui/button.tsx'

interface CsvButtonProps {
  endpoint: ReportFile
  /** What the file holds. */
  report: string
  range: ReportRange
}

/** Saves a report of the days that are shown. */
export function CsvButton({ endpoint, report, range }: CsvButtonProps) {
  const params = useTenantParams()
  const { pending, download } = useDownload()
  return (
    <Button
      kind="bare"
      icon={IconDownload}
      pending={pending}
      aria-label={`Download CSV of ${report}`}
      onClick={() => void download(() => call(endpoint, { params, query: range, isAct: true }))}
    >
      Download CSV
    </Button>
  )
}
