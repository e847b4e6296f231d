import { limitMegabytes, limits } from '@almanac/contract/limits'
import { IconPhoto } from '@tabler/icons-react'
import { imageUrl } from '../../api/url.ts'
import { PICTURE_ACCEPT, type PictureSize } from '../../pictures/picture-rules.ts'
import type { Picture } from '../../pictures/use-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatBytes } from '../../ui/format.ts'
import styles from './profile-form.module.css'

/** The square that is uploaded. */
export const PORTRAIT_SIZE: PictureSize = { width: 300, height: 300, fit: 'cover' }

interface PictureFieldProps {
  name: string
  /** The picture one has. */
  profilePic: string | null
  picture: Picture
}

/** The profile picture as it will be, and the way to another. */
export function PictureField({ name, profilePic, picture }: PictureFieldProps) {
  const { chosen, problem } = picture
  return (
    <div className={styles.picture}>
      <Avatar name={name} imageUrl={chosen?.url ?? (profilePic && imageUrl(profilePic))} size={134} />
      <div className={styles.choose}>
        <FileField
          label="Profile picture"
          icon={IconPhoto}
          accept={PICTURE_ACCEPT}
          hint={`png, jpg or jpeg, up to ${limitMegabytes(limits.pictureMaxBytes)} MB. A 1:1 ratio is recommended; any other is cropped to its center.`}
          chosen={
            chosen && {
              name: chosen.name,
              about: `${PORTRAIT_SIZE.width} x ${PORTRAIT_SIZE.height} px, ${formatBytes(chosen.content.size)}`,
            }
          }
          error={problem}
          onChoose={picture.choose}
        />
        {(chosen || problem) && (
          <Button kind="bare" className={styles.keep} onClick={picture.clear}>
            {profilePic ? 'Keep the picture I have' : 'Continue without a picture'}
          </Button>
        )}
      </div>
    </div>
  )
}
