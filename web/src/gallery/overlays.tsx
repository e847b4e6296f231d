import { IconHistory, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { DenseArea } from '../ui/dense-area.ts'
import { Dialog } from '../ui/dialog.tsx'
import { CancelButton } from '../ui/dialog-frame.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showErrorToasts, showToast } from '../ui/toast-store.ts'
import { TokenRow } from '../ui/token.tsx'
import styles from './gallery.module.css'

/** What lies over a page; `which` is confirm, form, dense, drawer, toasts or none. */
export function Overlays() {
  const { which = '' } = useParams()
  const [opened, setOpened] = useState(true)
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
      <section className={styles.row} aria-label="Acts">
        <Button onClick={() => setOpened(true)}>Open</Button>
        <Button onClick={() => showToast('success', 'Profile updated successfully')}>Say it went well</Button>
        <Button onClick={() => showErrorToasts('Some error occurred')}>Say it did not</Button>
        <AccountMenu />
        <IconButton icon={IconHistory} label="My Activity" />
        <IconButton icon={IconUserCircle} label="My Profile" />
      </section>
      <Panels />
      <Question opened={opened && which === 'confirm'} onClose={close} />
      <DenseArea value={which === 'dense'}>
        {opened && (which === 'form' || which === 'dense') && <Entry onClose={close} />}
      </DenseArea>
      <Drawer opened={opened && which === 'drawer'} label="Sidebar" head="Aurora Astrology" onClose={close}>
        <p>What stands beside the page where there is room.</p>
      </Drawer>
    </main>
  )
}

interface PartProps {
  opened: boolean
  onClose: () => void
}

function Question({ opened, onClose }: PartProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Use 7 Tokens?"
      kind="gold"
      onConfirm={() => showToast('error', 'Error while purchasing packages')}
      onCancel={onClose}
    >
      <p>
        Do you want to use 7 Tokens to play <strong>The Sun enters Sagittarius</strong>?
      </p>
      <TokenRow />
    </ConfirmDialog>
  )
}

/** Asks before what was entered is lost. */
function Entry({ onClose }: { onClose: () => void }) {
  const first = 'Week of December 8'
  const [name, setName] = useState(first)
  const [start, setStart] = useState<string | null>(null)
  return (
    <Dialog
      opened
      title="Add Audio"
      subtitle="aurora, Sagittarius"
      size="middle"
      dirty={name !== first || start !== null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        showToast('error', 'The audio could not be added. Please try again.')
      }}
      actions={
        <>
          <CancelButton />
          <Button kind="prime" type="submit">
            Upload
          </Button>
        </>
      }
    >
      <TextField label="Audio Name" value={name} onChange={(event) => setName(event.target.value)} />
      <DateTimeField label="Start Date & Time" timeZone="America/Chicago" value={start} onChange={setStart} />
      <p>Times are Central Time.</p>
    </Dialog>
  )
}

function AccountMenu() {
  const [isDark, setIsDark] = useState(false)
  return (
    <Menu
      label="Stella Marsh, account menu"
      trigger="Stella"
      items={[
        { label: 'My Profile', icon: IconUserCircle, onSelect: () => {} },
        { label: 'My Activity', icon: IconHistory, onSelect: () => {} },
        {
          label: 'Appearance',
          options: [
            { label: 'Light', icon: IconSun, isChosen: !isDark, onSelect: () => setIsDark(false) },
            { label: 'Dark', icon: IconMoon, isChosen: isDark, onSelect: () => setIsDark(true) },
          ],
        },
        { label: 'Logout', icon: IconLogout, onSelect: () => {} },
      ]}
    />
  )
}

const TABS = [
  { value: 'tokens', label: 'Token History' },
  { value: 'purchases', label: 'Purchases' },
  { value: 'sunbursts', label: 'Sunbursts' },
] as const

function Panels() {
  const [shown, setShown] = useState<(typeof TABS)[number]['value']>('tokens')
  return (
    <section aria-label="Tabs">
      <PageHead title="My Activity">
        <Tabs id="gallery" label="Activity" tabs={TABS} value={shown} onChange={setShown} />
      </PageHead>
      {TABS.map(({ value, label }) => (
        <TabPanel key={value} id="gallery" value={value} shown={value === shown}>
          <p>{label}</p>
        </TabPanel>
      ))}
    </section>
  )
}
