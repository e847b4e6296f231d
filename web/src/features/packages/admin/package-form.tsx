import { LOGO_MISSING } from '@almanac/contract/file-refusals'
import { limitMegabytes, limits } from '@almanac/contract/limits'
import {
  type AdminPackage,
  addPackage,
  listAdminPackages,
  packageContent,
  updatePackage,
} from '@almanac/contract/packages'
import { useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { showRefusal } from '../../../api/field-refusal.ts'
import { refresh } from '../../../api/query-client.ts'
import { imageUrl } from '../../../api/url.ts'
import { useExpected } from '../../../api/use-expected.ts'
import { useFormUpload } from '../../../api/use-form-upload.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangedFacts } from '../../../ui/changed-note.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { LogoField } from '../../../ui/logo-field.tsx'
import { PICTURE_ACCEPT } from '../../../ui/picture-rules.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useChosenFile } from '../../../ui/use-chosen-file.ts'
import { useForm } from '../../../ui/use-form.ts'
import styles from './package-form.module.css'
import { factsOf, logoKind, type PackageValues, packageSchema, valuesOf } from './package-form-rules.ts'

const isOfLogo = ({ code }: ApiError) => code === 'invalid_picture' || code === 'picture_too_large'
const isOfTokens = ({ code }: ApiError) => code === 'not_auto_purchasable'
/** These are said under their fields. */
const isTold = (failure: ApiError) => isOfLogo(failure) || isOfTokens(failure)

interface PackageFormProps {
  customerId: number
  /** Null adds one. */
  offer: AdminPackage | null
  onClose: () => void
}

/** Adds a package, or changes one. */
export function PackageForm({ customerId, offer, onClose }: PackageFormProps) {
  const logo = useChosenFile(logoKind)
  const { percent, send } = useFormUpload()
  const [isLogoMissed, setIsLogoMissed] = useState(false)
  const [first] = useState(() => valuesOf(offer))
  const { expected, meanwhile, note } = useExpected(packageContent, offer)
  const isLogoMissing = offer === null && !logo.chosen && !logo.isDrawing

  const form = useForm({
    initial: first,
    schema: packageSchema,
    async onSubmit(fields, { setErrors }) {
      if (isLogoMissing) return setIsLogoMissed(true)
      const body = { ...fields, customerId }
      const files = logo.chosen ? { packageLogo: logo.chosen.content } : {}
      const failure = await send((manners) =>
        offer
          ? call(updatePackage, {
              ...{ params: { packageId: offer.id }, body: { ...body, expected }, files, isTold },
              onProgress: manners.onProgress,
            })
          : call(addPackage, { body, files, isTold, ...manners }),
      )
      void refresh(listAdminPackages)
      if (failure) note(failure)
      if (!failure) {
        showToast('success', offer ? 'Package updated successfully.' : 'Package added successfully.')
        onClose()
      } else if (isOfLogo(failure)) logo.setProblem(failure.message)
      else if (isOfTokens(failure)) setErrors({ numberOfTokens: failure.message })
      else showRefusal(failure, setErrors)
    },
  })
  const isHeld = logo.problem !== null || logo.isDrawing

  return (
    <Dialog
      opened
      size="middle"
      title={offer ? 'Edit Package' : 'Add Package'}
      dirty={form.changed || logo.chosen !== null}
      pending={form.pending}
      onClose={onClose}
      onSubmit={(event) => {
        setIsLogoMissed(isLogoMissing)
        return form.submit(event)
      }}
      actions={
        <>
          <CancelButton />
          <Button
            kind="prime"
            {...form.submitButton}
            pendingWord="Saving …"
            disabled={form.submitButton.disabled || (isHeld && !form.pending)}
          >
            Save
          </Button>
        </>
      }
    >
      {meanwhile && (
        <ChangedFacts thing="package" was={factsOf(meanwhile.was)} now={factsOf(meanwhile.now)} />
      )}
      <LogoField
        label="Package logo"
        accept={PICTURE_ACCEPT}
        hint={`png, jpg or jpeg, up to ${limitMegabytes(limits.pictureMaxBytes)} MB. A 2:1 ratio is recommended.`}
        logo={logo}
        presentUrl={offer?.imagePath ? imageUrl(offer.imagePath) : null}
        ratio="2 / 1"
        missing={isLogoMissed && isLogoMissing ? LOGO_MISSING : null}
        percent={percent}
      />
      <TextField label="Package Name" autoComplete="off" {...form.field('name')} />
      <div className={styles.pair}>
        <TextField label="Price in dollars" inputMode="decimal" autoComplete="off" {...form.field('price')} />
        <TextField label="Tokens" inputMode="numeric" autoComplete="off" {...form.field('numberOfTokens')} />
      </div>
      <AutoFields form={form} />
    </Dialog>
  )
}

interface AutoFieldsProps {
  form: Pick<ReturnType<typeof useForm<PackageValues, unknown>>, 'values' | 'field' | 'check' | 'set'>
}

/** Whether it can be bought automatically, and for how much. */
function AutoFields({ form: { values, field, check, set } }: AutoFieldsProps) {
  const auto = check('isAutoRenewable')
  return (
    <div className={styles.pair}>
      <Checkbox
        label="Auto Purchasable"
        detail="Consumers may have it bought automatically."
        {...auto}
        onChange={(event) => {
          auto.onChange(event)
          // What the tokens were refused for holds only of what can be bought automatically.
          set('numberOfTokens', values.numberOfTokens)
          if (!event.target.checked) set('autoRenewPrice', '')
        }}
      />
      <TextField
        label="Auto-purchase price in dollars"
        inputMode="decimal"
        autoComplete="off"
        disabled={!values.isAutoRenewable}
        {...field('autoRenewPrice')}
      />
    </div>
  )
}
