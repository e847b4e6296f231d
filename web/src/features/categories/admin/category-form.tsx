import {
  type AdminCategory,
  addCategory,
  categoryContent,
  listAdminCategories,
  updateCategory,
} from '@almanac/contract/categories'
import { LOGO_MISSING } from '@almanac/contract/file-refusals'
import { limitKilobytes, limits } from '@almanac/contract/limits'
import { getCustomer } from '@almanac/contract/tenants'
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
import { Dialog } from '../../../ui/dialog.tsx'
import { CancelButton } from '../../../ui/dialog-frame.tsx'
import { LogoField } from '../../../ui/logo-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useChosenFile } from '../../../ui/use-chosen-file.ts'
import { useForm } from '../../../ui/use-form.ts'
import styles from './category-form.module.css'
import { categorySchema, factsOf, logoKind, mediumsOf, valuesOf } from './category-form-rules.ts'
import { MediumFields } from './medium-fields.tsx'

/** These are said under the logo. */
const isOfLogo = ({ code }: ApiError) => code === 'invalid_svg' || code === 'svg_too_large'

interface CategoryFormProps {
  customerId: number
  /** Null adds one. */
  category: AdminCategory | null
  onClose: () => void
}

/** Adds a category, or changes one. */
export function CategoryForm({ customerId, category, onClose }: CategoryFormProps) {
  const logo = useChosenFile(logoKind)
  const { percent, send } = useFormUpload()
  const [isLogoMissed, setIsLogoMissed] = useState(false)
  const [first] = useState(() => valuesOf(category))
  const { expected, meanwhile, note } = useExpected(categoryContent, category)
  const isLogoMissing = category === null && !logo.chosen && !logo.isDrawing

  const form = useForm({
    initial: first,
    schema: categorySchema,
    async onSubmit(checked, { setErrors }) {
      if (isLogoMissing) return setIsLogoMissed(true)
      const { name, sortOrder } = checked
      const body = { name, sortOrder, customerId, deliveryMedium: mediumsOf(checked, category) }
      const files = logo.chosen ? { categoryLogo: logo.chosen.content } : {}
      const failure = await send((manners) =>
        category
          ? call(updateCategory, {
              ...{ params: { consumerCategoryId: category.id }, body: { ...body, expected } },
              ...{ files, isTold: isOfLogo },
              onProgress: manners.onProgress,
            })
          : call(addCategory, { body, files, isTold: isOfLogo, ...manners }),
      )
      void refresh(listAdminCategories, getCustomer)
      if (failure) note(failure)
      if (!failure) {
        showToast('success', category ? 'Category updated successfully.' : 'Category added successfully.')
        onClose()
      } else if (isOfLogo(failure)) logo.setProblem(failure.message)
      else showRefusal(failure, setErrors)
    },
  })
  const isHeld = logo.problem !== null || logo.isDrawing

  return (
    <Dialog
      opened
      size="middle"
      title={category ? 'Edit Category' : 'Add Category'}
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
        <ChangedFacts thing="category" was={factsOf(meanwhile.was)} now={factsOf(meanwhile.now)} />
      )}
      <LogoField
        label="Category logo"
        accept=".svg,image/svg+xml"
        hint={`svg, up to ${limitKilobytes(limits.svgMaxBytes)} KB. A 1:1 ratio is recommended.`}
        logo={logo}
        presentUrl={category?.logoSvg ? imageUrl(category.logoSvg) : null}
        ratio="1 / 1"
        missing={isLogoMissed && isLogoMissing ? LOGO_MISSING : null}
        percent={percent}
      />
      <div className={styles.named}>
        <TextField label="Category Name" autoComplete="off" {...form.field('name')} />
        <TextField label="Sort Order" inputMode="numeric" autoComplete="off" {...form.field('sortOrder')} />
      </div>
      <MediumFields form={form} category={category} />
    </Dialog>
  )
}
