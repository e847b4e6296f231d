import { limitMegabytes, limits } from '@almanac/contract/limits'
import { downloadBulkTemplate } from '@almanac/contract/texts'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { call } from '../../../api/call.ts'
import { useDownload } from '../../../api/use-download.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { ProgressRule } from '../../../ui/graduated-rule.tsx'
import { RefusalNote } from '../../../ui/refusal-note.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { BadLines } from './bad-lines.tsx'
import styles from './bulk.module.css'
import { BulkSchedule } from './bulk-schedule.tsx'
import { type FileCheck, type UploadCourse, useBulkUpload } from './use-bulk-upload.ts'

interface BulkUploadDialogProps {
  /** For whom texts are uploaded. */
  customer: { id: number; companyName: string; url: string }
  onClose: () => void
}

/** Bulk Text Upload: a file of short texts, what it would schedule or what is wrong with it, and then all of it at once. */
export function BulkUploadDialog({ customer, onClose }: BulkUploadDialogProps) {
  const { file, check, course, choose, checkAgain, upload } = useBulkUpload(customer.id, onClose)
  const isSending = course.step === 'sending'
  const isReady = check.step === 'checked' && check.lines.length === 0 && check.preview.texts > 0

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady) void upload()
  }

  return (
    <Dialog
      opened
      title="Bulk Text Upload"
      subtitle={`${customer.companyName}, ${customer.url}`}
      size="middle"
      dirty={file !== null}
      pending={isSending}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" type="submit" pending={isSending} disabled={!isReady && !isSending}>
            {course.step === 'unanswered' ? 'Try again' : 'Upload'}
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <FileField
          label="Text file"
          icon={IconFileText}
          accept=".txt,text/plain"
          hint={`A .txt file, ${limitMegabytes(limits.bulkTextMaxBytes)} MB and ${limits.bulkTextMaxRecords.toLocaleString('en-US')} texts at most.`}
          chosen={file && { name: file.name, about: formatBytes(file.size) }}
          error={check.step === 'refused' ? check.error : null}
          onChoose={choose}
        />
        <TemplateButton customerId={customer.id} />
      </div>
      <Findings check={check} onAgain={checkAgain} />
      <Course course={course} />
    </Dialog>
  )
}

function TemplateButton({ customerId }: { customerId: number }) {
  const { pending, download } = useDownload()
  const ask = () => call(downloadBulkTemplate, { params: { customerId }, isAct: true })
  return (
    <Button kind="bare" icon={IconDownload} pending={pending} onClick={() => void download(ask)}>
      Download Template
    </Button>
  )
}

/** What would be scheduled, or every line that stands in its way. */
function Findings({ check, onAgain }: { check: FileCheck; onAgain: () => void }) {
  if (check.step === 'none' || check.step === 'refused') return null
  if (check.step === 'unchecked') return <ErrorState message={check.message} onRetry={onAgain} />
  if (check.step === 'checking') return <SkeletonText count={4} label="Checking the file" />
  const { preview, lines } = check
  return lines.length > 0 ? (
    <BadLines lines={lines} good={preview.texts} />
  ) : (
    <BulkSchedule preview={preview} />
  )
}

function courseWord(percent: number): string {
  if (percent === 100) return 'Done'
  return percent < limits.progressCapPercent ? 'Sending' : 'Processing'
}

function Course({ course }: { course: UploadCourse }) {
  if (course.step === 'sending') {
    return (
      <p className={styles.progress}>
        <ProgressRule percent={course.percent} label="Upload of the text file" />
        <span className="num">{course.percent}%</span>
        <span>{courseWord(course.percent)}</span>
      </p>
    )
  }
  if (course.step !== 'unanswered') return null
  return (
    <RefusalNote>{`${course.message} Trying again sends the same file, so no text is scheduled twice.`}</RefusalNote>
  )
}
