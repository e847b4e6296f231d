import { limitMegabytes, limits } from '@almanac/contract/limits'
import { IconPhoto } from '@tabler/icons-react'
import { imageUrl } from '../../api/url.ts'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatBytes } from '../../ui/format.ts'
import { PICTURE_ACCEPT } from '../../ui/picture-rules.ts'
import { type ChosenFile, pictureKind } from '../../ui/use-chosen-file.ts'
import { CompanyLogo } from './company-logo.tsx'
import styles from './customer-form.module.css'

/** A company's logo, which is shown whole. */
export const companyLogo = pictureKind({
  widthPx: limits.logoWidthPx,
  heightPx: limits.logoHeightPx,
  fit: 'contain',
})

interface LogoFieldProps {
  companyName: string
  /** The logo that there is. */
  logoUrl: string | null
  picture: ChosenFile
}

/** The company's logo as it will be, and the way to another. */
export function LogoField({ companyName, logoUrl, picture }: LogoFieldProps) {
  const { chosen, problem } = picture
  return (
    <div className={styles.logoField}>
      <CompanyLogo name={companyName} url={chosen?.url ?? (logoUrl && imageUrl(logoUrl))} size="large" />
      <div className={styles.choose}>
        <FileField
          label="Logo"
          icon={IconPhoto}
          accept={PICTURE_ACCEPT}
          hint={`png, jpg or jpeg, up to ${limitMegabytes(limits.pictureMaxBytes)} MB. A 2:1 ratio is recommended; any other is shown whole.`}
          chosen={
            chosen && {
              name: chosen.name,
              about: `${limits.logoWidthPx} x ${limits.logoHeightPx} px, ${formatBytes(chosen.content.size)}`,
            }
          }
          error={problem}
          onChoose={picture.choose}
        />
        {logoUrl && (chosen || problem) && (
          <Button kind="bare" className={styles.keep} onClick={picture.clear}>
            Keep the present logo
          </Button>
        )}
      </div>
    </div>
  )
}
