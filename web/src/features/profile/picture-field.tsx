import { limitMegabytes, limits } from '@almanac/contract/limits'
import { IconPhoto } from '@tabler/icons-react'
import { imageUrl } from '../../api/url.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { formatBytes } from '../../ui/format.ts'
import { PICTURE_ACCEPT } from '../../ui/picture-rules.ts'
import { type ChosenFile, pictureKind } from '../../ui/use-chosen-file.ts'
import styles from './profile-form.module.css'

/** The side of the square that is uploaded, in px. */
const PICTURE_SIDE_PX = 300

/** A profile picture, which is cropped to its middle. */
export const profilePicture = pictureKind({
  widthPx: PICTURE_SIDE_PX,
  heightPx: PICTURE_SIDE_PX,
  fit: 'cover',
})

interface PictureFieldProps {
  name: string
  /** The picture one has. */
  profilePic: string | null
  picture: ChosenFile
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
              about: `${PICTURE_SIDE_PX} x ${PICTURE_SIDE_PX} px, ${formatBytes(chosen.content.size)}`,
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
