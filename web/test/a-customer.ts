import type { Customer } from '@almanac/contract/tenants'

/** A customer whose categories and packages are still to be made. */
export const polaris: Customer = {
  id: 7,
  companyName: 'Polaris',
  url: 'polaris',
  logoUrl: 'polaris/logo.png',
  fullName: 'Nova Polar',
  username: 'nova',
  email: 'nova@mail.example',
  unverifiedEmail: null,
  contactNumber: '(617) 555-0134',
  timeZone: 'America/Denver',
  thresholdToken: 2,
  details: 'Readings by the pole star.',
  numberOfCategories: 0,
  numberOfPackages: 0,
}
