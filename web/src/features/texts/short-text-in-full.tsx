import { getShortText } from '@almanac/contract/texts'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useTenantParams } from '../../api/session.ts'
import { useTenantZone } from '../../api/tenant-zone.ts'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { ShortTextDialog, type TextAct } from './short-text-dialog.tsx'
import { TextActDialog } from './text-act-dialog.tsx'
import { useSchedule } from './use-schedule.ts'

interface ShortTextInFullProps {
  textId: number
  onClose: () => void
}

/** One short text that no list on the screen has: read by its id. */
export function ShortTextInFull({ textId, onClose }: ShortTextInFullProps) {
  const timeZone = useTenantZone()
  const params = { ...useTenantParams(), shortTextId: textId }
  const { data, error, isFetching, refetch } = useEndpoint(getShortText, { params })
  const [asked, setAsked] = useState<TextAct | null>(null)
  const scheduling = useSchedule()
  if (data) {
    return (
      <>
        <ShortTextDialog text={data} timeZone={timeZone} onAct={setAsked} onClose={onClose} />
        {asked && (
          <TextActDialog
            asked={{ act: asked, text: data }}
            scheduling={scheduling}
            timeZone={timeZone}
            onClose={() => setAsked(null)}
            onCopied={onClose}
            onGone={onClose}
          />
        )}
      </>
    )
  }
  return (
    <Dialog opened title="Short Text" size="middle" onClose={onClose}>
      {error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      ) : (
        <SkeletonText count={3} />
      )}
    </Dialog>
  )
}
