import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { useOwnProfile, useProfileAccess } from './profile-access.ts'
import { ProfileForm } from './profile-form.tsx'

/** Edit Profile, of all three roles. */
export function Component() {
  const { to } = useProfileAccess()
  const { data, error, isPending, isFetching, refetch } = useOwnProfile()
  return (
    <>
      <PageHead
        title="Edit Profile"
        back={
          <Button component={Link} to={to.view} kind="bare" icon={IconArrowLeft}>
            Back
          </Button>
        }
      />
      {isPending && <SkeletonText count={6} label="Loading the profile" />}
      {error && !data && (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} pending={isFetching} />
      )}
      {data && <ProfileForm profile={data} />}
    </>
  )
}
