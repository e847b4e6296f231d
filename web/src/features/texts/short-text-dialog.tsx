import type { ListedShortText } from '@almanac/contract/texts'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatDateTime, formatZone } from '../../ui/format.ts'
import { DeliveryReport } from './delivery-report.tsx'
import { RehearsalDifference } from './rehearsal-difference.tsx'
import { isOpenText } from './schedule-rules.ts'
import { StatusTag } from './status-tag.tsx'
import styles from './texts.module.css'

/** What can be done with a short text. */
export type TextAct = 'edit' | 'copy' | 'delete'

interface ShortTextDialogProps {
  text: ListedShortText
  timeZone: string
  onAct: (act: TextAct) => void
  onClose: () => void
}

/** One short text in full, with what became of it once its time has come. */
export function ShortTextDialog({ text, timeZone, onAct, onClose }: ShortTextDialogProps) {
  const { id, messageName, textContent, disburseDateTime, status, deliveries } = text
  return (
    <Dialog
      opened
      title={messageName}
      size={deliveries ? 'broad' : 'middle'}
      onClose={onClose}
      actions={<Acts isOpen={isOpenText(text)} onAct={onAct} />}
    >
      <dl className={styles.details}>
        <div>
          <dt>Text</dt>
          <dd>{textContent}</dd>
        </div>
        <div>
          <dt>Scheduled Date</dt>
          <dd className={styles.named}>
            {formatDateTime(disburseDateTime, timeZone)} {formatZone(timeZone)}
            <StatusTag text={text} timeZone={timeZone} />
          </dd>
        </div>
      </dl>
      {status === 'missed' && (
        <p>It could not be sent within 6 hours of its time, so no one received it and no one was charged.</p>
      )}
      {deliveries && <DeliveryReport textId={id} messageName={messageName} timeZone={timeZone} />}
      {deliveries && <RehearsalDifference textId={id} timeZone={timeZone} />}
    </Dialog>
  )
}

function Acts({ isOpen, onAct }: { isOpen: boolean; onAct: (act: TextAct) => void }) {
  return (
    <>
      {isOpen && (
        <Button kind="bare" icon={IconTrash} onClick={() => onAct('delete')}>
          Delete
        </Button>
      )}
      <Button icon={IconCopy} onClick={() => onAct('copy')}>
        Copy
      </Button>
      {isOpen && (
        <Button kind="prime" icon={IconPencil} onClick={() => onAct('edit')}>
          Edit
        </Button>
      )}
    </>
  )
}
