export { addAdmin, type NewAdmin } from './add-admin.ts'
export { addOperator, type NewOperator } from './add-operator.ts'
export {
  type Addresses,
  addressColumns,
  changeAddresses,
  type NeededCodes,
} from './change-addresses.ts'
export { type CodeOwner, sendCode } from './codes.ts'
export { isUsernameTaken } from './find-user.ts'
export { identityJobs } from './jobs.ts'
export { addressLimits } from './limits.ts'
export { foldUsername } from './names.ts'
export { type BouncedAddress, markEmailDead, noteEmailBounce } from './note-email-bounce.ts'
export { noteTestAudio } from './note-test-audio.ts'
export { hashPassword } from './passwords.ts'
export { sendRequestedCodes } from './resend-code.ts'
export { maskEmail } from './reset-password.ts'
export { identityRoutes } from './routes.ts'
export { createSessionResolver, endTenantSessions, prolongSession, startSession } from './sessions.ts'
export { recordSmsOptOut, type SmsUser } from './sms-opt-out.ts'
export { changeProfile, normaliseSmsNumber, type ProfileChange, updateProfile } from './update-profile.ts'
