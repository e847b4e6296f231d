import { SkeletonText } from '../../ui/skeleton.tsx'
import styles from './profile-page.module.css'

/** A profile before it is there. */
export function ProfileSkeleton() {
  return (
    <div className={styles.profile}>
      <div className={styles.person}>
        <span className={styles.disc} aria-hidden="true" />
        <div className={styles.who}>
          <SkeletonText count={3} label="Loading the profile" />
        </div>
      </div>
      <div className={styles.section} aria-hidden="true">
        <div className={styles.sectionHead}>
          <SkeletonText count={1} />
        </div>
        <SkeletonText count={4} />
      </div>
    </div>
  )
}
