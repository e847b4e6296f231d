import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showErrorToasts, showToast } from '../ui/toast-store.ts'
import { TokenRow } from '../ui/token.tsx'
import styles from './gallery.module.css'

/** What lies over a page; `which` is confirm, form or toasts. */
export function Overlays() {
  const { which } = useParams()
  const [opened, setOpened] = useState(true)
  const [start, setStart] = useState<string | null>(null)
  const close = () => setOpened(false)

  useEffect(() => {
    if (which !== 'toasts') return
    showToast('success', 'Login is successful')
    showToast('info', 'Your balance was refreshed.')
    showErrorToasts('', [
      'Line 3 has no text.',
      'Line 9: the time is in the past.',
      'Three',
      'Four',
      'Five',
      'Six',
    ])
  }, [which])

  return (
    <main className={styles.page}>
      <PageHead title="Overlays" />
      <Button onClick={() => setOpened(true)}>Open</Button>
      <ConfirmDialog
        opened={opened && which === 'confirm'}
        title="Use 7 Tokens?"
        kind="gold"
        onConfirm={() => showToast('error', 'Error while purchasing packages')}
        onCancel={close}
      >
        <p>
          Do you want to use 7 Tokens to play <strong>The Sun enters Sagittarius</strong>?
        </p>
        <TokenRow />
      </ConfirmDialog>
      <Dialog
        opened={opened && which === 'form'}
        title="Add Audio"
        subtitle="aurora, Sagittarius"
        size="middle"
        onClose={close}
        onSubmit={(event) => event.preventDefault()}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="prime" type="submit">
              Upload
            </Button>
          </>
        }
      >
        <TextField label="Audio Name" defaultValue="Week of December 8" />
        <DateTimeField
          label="Start Date & Time"
          timeZone="America/Chicago"
          value={start}
          onChange={setStart}
        />
        <p>Times are Central Time.</p>
      </Dialog>
    </main>
  )
}
