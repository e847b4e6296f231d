import { IconPlus, IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CodeInput } from '../ui/code-input.tsx'
import { DateField, DateRangeField, DateTimeField } from '../ui/date-time-field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { Across, FormActions, FormFields, FormFrame } from '../ui/form-frame.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Switch } from '../ui/switch.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { PasswordField, SearchField, TextField } from '../ui/text-field.tsx'
import styles from './gallery.module.css'

const FILTERS = [
  { value: 'expired', label: 'Expired Files' },
  { value: 'active', label: 'Active Files' },
  { value: 'unexpired', label: 'Unexpired Files' },
  { value: 'uploaded', label: 'Uploaded Files', count: 3 },
] as const
const PRESETS = [
  { value: 'today', label: 'Today' },
  { value: 'week', label: 'This Week' },
  { value: 'month', label: 'This Month' },
] as const
const ZONES = [
  { value: 'America/New_York', label: 'Eastern Time' },
  { value: 'America/Chicago', label: 'Central Time' },
]

function Buttons() {
  return (
    <section className={styles.row} aria-label="Buttons">
      <Button kind="gold">Register</Button>
      <Button kind="prime">Continue</Button>
      <Button>Cancel</Button>
      <Button kind="bare">Back to Login</Button>
      <Button kind="danger" icon={IconTrash}>
        Delete
      </Button>
      <Button kind="prime" icon={IconUpload}>
        Upload Audio
      </Button>
      <Button kind="prime" pending>
        Save
      </Button>
      <Button kind="gold" icon={IconUpload} pending>
        Proceed
      </Button>
      <Button kind="prime" pending pendingWord="Processing payment …">
        Purchase for $25.20
      </Button>
      <Button pending>Cancel</Button>
      <Button kind="bare" pending>
        Cancel Payment
      </Button>
      <Button disabled>Continue</Button>
      <Button kind="prime" component="a" href="#/controls">
        A link
      </Button>
      <IconButton icon={IconPlus} label="Add" kind="outline" />
      <IconButton icon={IconTrash} label="Delete Week of November 17" tip="Delete" />
      <IconButton icon={IconTrash} label="Delete the other" disabled />
    </section>
  )
}

function Fields() {
  const [text, setText] = useState('Be kind to the early hour.')
  return (
    <section className={styles.grid} aria-label="Fields">
      <TextField label="Username" hint="3 to 16 characters, no spaces." defaultValue="stella" />
      <TextField label="Email" error="Must be a valid email." defaultValue="stella.marsh@example" />
      <TextField
        label="SMS Phone Number"
        optional
        hint="A US or Canada number."
        defaultValue="(218) 555-0142"
      />
      <TextField label="Customer Url" defaultValue="aurora" disabled />
      <PasswordField label="Password" defaultValue="almanac-demo" autoComplete="current-password" />
      <SelectField label="Time Zone" options={ZONES} placeholder="Choose a time zone" />
      <SearchField label="Search Consumers" value="" onSearch={() => {}} />
      <TextArea
        label="Text"
        value={text}
        onChange={(event) => setText(event.target.value)}
        counter={(length) => `Word Counts: ${length}/160 (Max)`}
      />
      <div>
        <Checkbox label="Remember me" defaultChecked />
        <Checkbox label="SMS" detail="to (218) 555-0142, US carriers only" />
        <Checkbox label="Email" disabled error="Choose at least one." />
      </div>
      <div>
        <Switch label="Auto-purchase" detail="at $24.00" defaultChecked />
        <Switch label="Auto-purchase" detail="at $54.00" />
        <Switch label="Auto-purchase" detail="at $99.00" checked pending />
        <Switch label="Auto-purchase" detail="at $215.00" disabled />
      </div>
    </section>
  )
}

const nothing = () => undefined

/** The frame of forms: one column, and two. */
function Forms() {
  return (
    <section className={styles.grid} aria-label="Forms">
      <FormFrame onSubmit={(event) => event.preventDefault()}>
        <TextField label="Current Password" />
        <FormActions>
          <Button>Cancel</Button>
          <Button kind="prime">Change Password</Button>
        </FormActions>
      </FormFrame>
      <FormFrame size="middle" onSubmit={(event) => event.preventDefault()}>
        <FormFields>
          <TextField label="Name" />
          <TextField label="Email" />
          <Across>
            <FileField
              label="Profile picture"
              icon={IconUpload}
              accept=".png"
              chosen={null}
              hint="png, up to 4 MB."
              onChoose={nothing}
            />
          </Across>
        </FormFields>
        <FormActions>
          <Button>Cancel</Button>
          <Button kind="prime">Save</Button>
        </FormActions>
      </FormFrame>
      <FileField
        label="Audio file"
        icon={IconUpload}
        accept=".mp3"
        chosen={{ name: 'week.mp3', about: '8.4 MB, 4:35' }}
        hint=""
        onChoose={nothing}
      />
      <FileField
        label="Logo"
        icon={IconUpload}
        accept=".svg"
        chosen={null}
        hint="svg, up to 40 KB."
        error="* Maximum 40KB svg file is allowed."
        onChoose={nothing}
      />
    </section>
  )
}

const ZONE = 'America/Chicago'

function Dates() {
  const [start, setStart] = useState<string | null>('2026-11-24 00:05')
  const [end, setEnd] = useState<string | null>(null)
  const [day, setDay] = useState<string | null>(null)
  const [range, setRange] = useState<[string | null, string | null]>(['2026-11-01', '2026-11-21'])
  return (
    <section className={styles.grid} aria-label="Dates">
      <DateTimeField
        label="Start Date & Time"
        timeZone={ZONE}
        value={start}
        onChange={setStart}
        hint="Times are Central Time."
      />
      <DateTimeField
        label="End Date & Time"
        timeZone={ZONE}
        value={end}
        onChange={setEnd}
        error="End date must be after start date."
      />
      <DateField
        label="Day of 2026"
        timeZone={ZONE}
        value={day}
        onChange={setDay}
        min="2026-01-01"
        max="2026-12-31"
      />
      <DateField label="Birthday" timeZone={ZONE} value="2026-11-21" onChange={() => {}} disabled />
      <DateRangeField label="Filter by Date" timeZone={ZONE} value={range} onChange={setRange} />
    </section>
  )
}

/** Everything one can press or fill in. */
export function Controls() {
  const [code, setCode] = useState('4192')
  const [filter, setFilter] = useState<(typeof FILTERS)[number]['value']>('active')
  const [preset, setPreset] = useState<(typeof PRESETS)[number]['value'] | null>('month')
  const [kind, setKind] = useState<'profile' | 'tokens'>('tokens')
  return (
    <main className={styles.page}>
      <PageHead title="Controls" text="Every control in each of its states.">
        <Button kind="prime">Save</Button>
      </PageHead>
      <Buttons />
      <Fields />
      <Forms />
      <section className={styles.grid} aria-label="Choices">
        <CodeInput label="Verification Code" value={code} onChange={setCode} />
        <CodeInput
          label="Verification Code again"
          value="123456"
          onChange={() => {}}
          error="The code is not right."
        />
        <CodeInput label="Verification Code that is checked" value="123456" onChange={nothing} readOnly />
        <RadioGroup
          legend="What to edit"
          value={kind}
          onChange={setKind}
          options={[
            { value: 'profile', label: 'Edit Profile' },
            { value: 'tokens', label: 'Edit Token Balance' },
          ]}
        />
      </section>
      <Dates />
      <section className={styles.row} aria-label="Filters">
        <SegmentedFilter label="Audio filter" options={FILTERS} value={filter} onChange={setFilter} />
        <SegmentedFilter label="Date range" options={PRESETS} value={preset} onChange={setPreset} joined />
      </section>
    </main>
  )
}
