/** The password of every demo user. */
export const DEMO_PASSWORD = 'almanac-demo'

/** Phone numbers are of the range 555-0100 to 555-0199, kept for fiction, behind real area codes. */
export const ADMIN = {
  username: 'admin',
  fullName: 'Ada Whitlock',
  email: 'admin@almanac.example',
  contactNumber: '+12025550100',
  timeZone: 'America/New_York',
} as const

/** One operator for each tenant. */
export const OPERATORS = [
  {
    tenantSlug: 'aurora',
    username: 'aurora-ops',
    fullName: 'Margit Halloran',
    email: 'margit@aurora.example',
    contactNumber: '+19065550110',
    timeZone: 'America/New_York',
  },
  {
    tenantSlug: 'northstar',
    username: 'north-ops',
    fullName: 'Ingrid Tallis',
    email: 'ingrid@northstar.example',
    contactNumber: '+15035550111',
    timeZone: 'America/Los_Angeles',
  },
] as const

/**
 * The consumers a newcomer logs in as. All have a verified e-mail address; `smsPhoneNumber` is verified too, or
 * null. None is subscribed to a sign, so that their balances stay as given until someone spends.
 */
export const CONSUMERS = [
  {
    tenantSlug: 'aurora',
    username: 'stella',
    fullName: 'Stella Marlowe',
    email: 'stella@aurora.example',
    contactNumber: '+16175550123',
    smsPhoneNumber: '+16175550123',
    timeZone: 'America/New_York',
    defaultCategory: 'Sagittarius',
    tokenBalance: 100,
    hasSavedCard: true,
  },
  {
    tenantSlug: 'aurora',
    username: 'leo',
    fullName: 'Leo Brandt',
    email: 'leo@aurora.example',
    contactNumber: '+13125550134',
    smsPhoneNumber: null,
    timeZone: 'America/Chicago',
    defaultCategory: 'Leo',
    tokenBalance: 3,
    hasSavedCard: false,
  },
  {
    tenantSlug: 'northstar',
    username: 'orion',
    fullName: 'Orion Vance',
    email: 'orion@northstar.example',
    contactNumber: '+12065550187',
    smsPhoneNumber: null,
    timeZone: 'America/Los_Angeles',
    defaultCategory: 'Taurus',
    tokenBalance: 40,
    hasSavedCard: false,
  },
] as const
