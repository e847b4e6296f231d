import type { UserInfo } from '@almanac/contract/profile'
import { type RawBuilder, sql } from 'kysely'
import { loginIdOf, type Session } from '../../platform/http/session.ts'
import { keptAtSql, type ProviderAccount } from '../payments/index.ts'

type UserRow = Omit<UserInfo, 'stripeId' | 'paypalPaymentToken' | 'loginId'> & {
  defaultPaymentKind: 'card' | 'wallet' | null
}

/** The session's user, with the default payment of the payment providers' present accounts alone. */
export function userInfoSql(at: readonly ProviderAccount[]): RawBuilder<UserRow> {
  return sql`json_build_object(
    'id', u.id, 'type', u.role, 'username', u.username, 'fullName', u.full_name, 'email', u.email,
    'profilePic', u.profile_pic,
    'defaultCategoryId', (select c.id from categories c where c.id = u.default_category_id and c.deleted_at is null),
     'smsPhoneNumber', u.sms_phone_number,
    'timeZone', case when u.role = 'customer' then t.time_zone else u.time_zone end, 'isTestAudioPlayed', u.is_test_audio_played,
    'customerUrl', t.url, 'customerLogo', t.logo_path,
    'tokenBalance', coalesce((select w.balance from wallets w where w.consumer_id = u.id), 0),
    'defaultPaymentKind', (
      select p.kind from default_payments p
      where p.consumer_id = u.id and ${keptAtSql(sql`p.provider`, sql`p.account`, at)}
    )
  )`
}

/** The signed-in user's info (first document, section 3); vault ids only as the word `set` (decision W8). */
export function toUserInfo({ defaultPaymentKind, ...info }: UserRow, session: Session): UserInfo {
  return {
    ...info,
    stripeId: defaultPaymentKind === 'card' ? 'set' : null,
    paypalPaymentToken: defaultPaymentKind === 'wallet' ? 'set' : null,
    loginId: loginIdOf(session),
  }
}
