import type { BodyInput } from '@almanac/contract/endpoint'
import { adminChangePassword, changePassword } from '@almanac/contract/identity'
import { paths } from '@almanac/contract/pages'
import {
  getAdminProfile,
  getConsumerProfile,
  getCustomerProfile,
  type UserInfo,
  updateAdminProfile,
  updateConsumerProfile,
  updateCustomerProfile,
} from '@almanac/contract/profile'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient, readOf, refresh } from '../../api/query-client.ts'
import { useUser } from '../../api/session.ts'
import type { OwnProfile } from './profile-rules.ts'

/** All that any role's form holds; each role's call takes its own part. */
export interface ProfileFields {
  fullName: string
  email: string
  contactNumber: string
  timeZone: string
  /** Empty removes it. */
  smsPhoneNumber: string
  defaultCategoryId: number
}

type Saved = OwnProfile & { needEmailVerification: boolean; needSmsPhoneNumberVerification: boolean }

/** The calls and addresses in which the three roles' profiles differ. */
export interface ProfileAccess {
  read: { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<OwnProfile> }
  save: (fields: ProfileFields, image: Blob | undefined) => Promise<Saved>
  changePassword: (body: BodyInput<typeof changePassword>) => Promise<{ message: string }>
  to: { view: string; edit: string; verification: string; password: string }
}

function consumerAccess(customerUrl: string, consumerId: number): ProfileAccess {
  const params = { customerUrl, consumerId }
  return {
    read: readOf(getConsumerProfile, { params }),
    save: (body, image) => call(updateConsumerProfile, { params, body, files: filesOf(image) }),
    changePassword: (body) => call(changePassword, { params: { customerUrl }, body }),
    to: addresses(paths, customerUrl),
  }
}

function operatorAccess(customerUrl: string): ProfileAccess {
  const params = { customerUrl }
  return {
    read: readOf(getCustomerProfile, { params }),
    save: ({ fullName, email, contactNumber, timeZone }, image) => {
      const body = { fullName, email, contactNumber, timeZone }
      return call(updateCustomerProfile, { params, body, files: filesOf(image) })
    },
    changePassword: (body) => call(changePassword, { params, body }),
    to: addresses(paths.operator, customerUrl),
  }
}

const adminAccess: ProfileAccess = {
  read: readOf(getAdminProfile),
  save: ({ fullName, email, contactNumber }, image) =>
    call(updateAdminProfile, { body: { fullName, email, contactNumber }, files: filesOf(image) }),
  changePassword: (body) => call(adminChangePassword, { body }),
  to: addresses(paths.admin, ''),
}

function addresses(
  of: Record<
    'profile' | 'profileEdit' | 'profileVerification' | 'profilePassword',
    (customerUrl: string) => string
  >,
  customerUrl: string,
): ProfileAccess['to'] {
  return {
    view: of.profile(customerUrl),
    edit: of.profileEdit(customerUrl),
    verification: of.profileVerification(customerUrl),
    password: of.profilePassword(customerUrl),
  }
}

function filesOf(image: Blob | undefined): { image?: Blob } {
  return image ? { image: new File([image], 'picture.png', { type: 'image/png' }) } : {}
}

function accessOf({ type, id, customerUrl }: Pick<UserInfo, 'type' | 'id' | 'customerUrl'>): ProfileAccess {
  if (type === 'admin') return adminAccess
  return type === 'customer' ? operatorAccess(customerUrl ?? '') : consumerAccess(customerUrl ?? '', id)
}

/** The signed-in user's way to its own profile. */
export function useProfileAccess(): ProfileAccess {
  const { type, id, customerUrl } = useUser()
  return useMemo(() => accessOf({ type, id, customerUrl }), [type, id, customerUrl])
}

/** The signed-in user's own profile. */
export function useOwnProfile() {
  return useQuery<OwnProfile, ApiError>(useProfileAccess().read)
}

/** Shows what a save answered at once, and asks again for all else that shows something of the user. */
export function keepProfile({ read }: ProfileAccess, profile: OwnProfile): void {
  queryClient.setQueryData(read.queryKey, profile)
  void refresh('profile')
}
