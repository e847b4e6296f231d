import type { CustomerAudio } from '@almanac/contract/audio'
import { IconCopy, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { RowAction } from '../../../ui/data-table.tsx'
import { isActive } from './audio-rules.ts'
import { CopyAudioDialog } from './copy-audio-dialog.tsx'
import { DeleteAudioDialog } from './delete-audio-dialog.tsx'
import { EditAudioDialog } from './edit-audio-dialog.tsx'
import { AudioPlayerDialog } from './player-dialog.tsx'

interface Opened {
  act: 'play' | 'warn' | 'edit' | 'copy' | 'delete'
  audio: CustomerAudio
  /** As consumers had it when it was opened. */
  isActive: boolean
}

interface AudioActsOptions {
  timeZone: string
  onChanged: (audio: CustomerAudio) => void
  onCopied: (copy: CustomerAudio) => void
  onDeleted: (audio: CustomerAudio) => void
}

export interface AudioActs {
  /** The acts on a row of any list of readings; `read` answers null of a row that has none yet. */
  actionsOf: <Row>(read: (row: Row) => CustomerAudio | null) => RowAction<Row>[]
  /** To be rendered once. */
  dialog: ReactNode
}

/** What can be done with a reading, and the dialog in which it is done. */
export function useAudioActs({ timeZone, onChanged, onCopied, onDeleted }: AudioActsOptions): AudioActs {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)

  function open(act: Opened['act'], audio: CustomerAudio) {
    const isSeen = isActive(audio, new Date())
    setOpened({ act: act === 'edit' && isSeen ? 'warn' : act, audio, isActive: isSeen })
  }

  function actionsOf<Row>(read: (row: Row) => CustomerAudio | null): RowAction<Row>[] {
    const toAction = (act: Opened['act'], label: string, icon: RowAction<Row>['icon']) => ({
      label,
      icon,
      disabled: (row: Row) => read(row) === null,
      onClick(row: Row) {
        const audio = read(row)
        if (audio) open(act, audio)
      },
    })
    return [
      toAction('play', 'Play', IconPlayerPlay),
      toAction('edit', 'Edit', IconPencil),
      toAction('copy', 'Copy', IconCopy),
      toAction('delete', 'Delete', IconTrash),
    ]
  }

  function dialogOf({ act, audio, isActive: isSeen }: Opened): ReactNode {
    switch (act) {
      case 'play':
        return <AudioPlayerDialog audio={audio} onClose={close} />
      case 'warn':
        return (
          <ConfirmDialog
            opened
            title="This audio is active"
            onConfirm={() => setOpened({ act: 'edit', audio, isActive: isSeen })}
            onCancel={close}
          >
            <p>
              Changes to <strong>{audio.audioName}</strong> are reflected at once on consumers’ dashboards.
            </p>
          </ConfirmDialog>
        )
      case 'edit':
        return <EditAudioDialog audio={audio} timeZone={timeZone} onClose={close} onSaved={onChanged} />
      case 'copy':
        return <CopyAudioDialog audio={audio} timeZone={timeZone} onClose={close} onCopied={onCopied} />
      case 'delete':
        return <DeleteAudioDialog audio={audio} isActive={isSeen} onClose={close} onDeleted={onDeleted} />
    }
  }

  return { actionsOf, dialog: opened && dialogOf(opened) }
}
