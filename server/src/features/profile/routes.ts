import { profile } from '@almanac/contract'
import { bind, bindBeside, type Route } from '../../platform/http/bind.ts'
import { listProviders, type PaymentDeps } from '../payments/index.ts'
import { toUserInfo, userInfoSql } from './queries.ts'
import { readAdminProfile, readConsumerProfile, readCustomerProfile } from './read-profile.ts'
import {
  type ProfileDeps,
  saveAdminProfile,
  saveConsumerProfile,
  saveCustomerProfile,
} from './save-profile.ts'

/** What a signed-in user sees and changes of itself. */
export function profileRoutes(deps: ProfileDeps & Pick<PaymentDeps, 'providers'>): Route[] {
  const { reader } = deps.db
  return [
    bindBeside(
      profile.checkSession,
      () => userInfoSql(listProviders(deps)),
      ({ session, beside }) => toUserInfo(beside, session),
    ),
    bind(profile.getConsumerProfile, ({ session }) => readConsumerProfile(reader, session.userId)),
    bind(profile.updateConsumerProfile, ({ session, body, files }) =>
      saveConsumerProfile(deps, session, body, files.image),
    ),
    bind(profile.getCustomerProfile, ({ session }) => readCustomerProfile(reader, session.userId)),
    bind(profile.updateCustomerProfile, ({ session, body, files }) =>
      saveCustomerProfile(deps, session, body, files.image),
    ),
    bind(profile.getAdminProfile, ({ session }) => readAdminProfile(reader, session.userId)),
    bind(profile.updateAdminProfile, ({ session, body, files }) =>
      saveAdminProfile(deps, session, body, files.image),
    ),
  ]
}
