import { useNavigate } from 'react-router'
import { logOut, useUser } from '../api/session.ts'
import { imageUrl } from '../api/url.ts'
import { leaveFor, mayLeave } from '../ui/leave-check.ts'
import type { ShellProps } from './shell-types.ts'

/** What every frame needs of the signed-in user: name, picture, and the acts of the account menu. */
export function useAccount(
  profileTo: string,
): Pick<ShellProps, 'user' | 'onProfile' | 'onLogout' | 'mayLeave'> {
  const navigate = useNavigate()
  const { fullName, profilePic, tokenBalance } = useUser()
  const follow = (to: string) => void navigate(to)
  return {
    user: { fullName, imageUrl: profilePic && imageUrl(profilePic), tokenBalance },
    onProfile: () => leaveFor(() => follow(profileTo)),
    // The guard leads to the login as soon as nobody is signed in.
    onLogout: () => leaveFor(() => void logOut().catch(() => undefined)),
    mayLeave: (to) => mayLeave(() => follow(to), to),
  }
}
