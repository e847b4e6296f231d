import type { Tx } from '../../platform/database.ts'
import { queueMessage } from '../messages/index.ts'
import { platformName } from './find-user.ts'

/** Tells a user by email that there is a new password, however it came about. */
export async function notifyOfPassword(tx: Tx, userId: number): Promise<void> {
  const account = await findAccount(tx, userId)
  await queueMessage(tx, {
    tenantId: account.tenantId,
    channel: 'email',
    recipient: account.email,
    companyName: account.companyName,
    subject: `Your ${account.companyName} password was changed`,
    paragraphs: [
      `The password for your ${account.companyName} account (${account.username}) was just changed, and every other device was signed out.`,
      'If you made this change, there is nothing else to do.',
      `If you did not, choose "Forgot Password" on the login page and set a new password right away. ${helpSentence(account)}`,
    ],
  })
}

/** Tells the owner of an account at the address that was its own until now that it has another. */
export async function notifyOfEmail(tx: Tx, userId: number, oldEmail: string): Promise<void> {
  const account = await findAccount(tx, userId)
  await queueMessage(tx, {
    tenantId: account.tenantId,
    channel: 'email',
    recipient: oldEmail,
    companyName: account.companyName,
    subject: `The email address of your ${account.companyName} account was changed`,
    paragraphs: [
      `Your ${account.companyName} account (${account.username}) now has a different email address. We will not use this one for it anymore.`,
      'If you made this change, there is nothing else to do.',
      `If you did not, somebody else may have access to your account. ${helpSentence(account)}`,
    ],
  })
}

function helpSentence({ supportEmail }: { supportEmail: string | null }): string {
  return supportEmail
    ? `If you need help, email ${supportEmail}.`
    : 'If you need help, contact another administrator.'
}

async function findAccount(tx: Tx, userId: number) {
  const account = await tx
    .selectFrom('users')
    .leftJoin('tenants', 'tenants.id', 'users.tenantId')
    .select(['users.username', 'users.email', 'users.tenantId'])
    .select(['tenants.companyName', 'tenants.supportEmail'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...account, companyName: account.companyName ?? platformName }
}
