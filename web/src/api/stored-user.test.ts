import type { UserInfo } from '@almanac/contract/profile'
import { expect, test } from 'vitest'
import { openStoredUser } from './stored-user.ts'

const stella: UserInfo = {
  id: 7,
  type: 'consumer',
  username: 'stella',
  fullName: 'Stella Marsh',
  email: 'stella@mail.example',
  customerUrl: 'aurora',
  customerLogo: null,
  tokenBalance: 100,
  profilePic: null,
  defaultCategoryId: 9,
  smsPhoneNumber: null,
  timeZone: 'America/New_York',
  isTestAudioPlayed: false,
  stripeId: 'set',
  paypalPaymentToken: null,
  loginId: 'login-1',
}

function storage(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  }
}

test('the user is kept under user-data, and the tenant outlives the sign-out', () => {
  const place = storage()
  const stored = openStoredUser(() => place)
  stored.write(stella)
  expect(JSON.parse(place.map.get('user-data') ?? '')).toEqual(stella)
  expect(stored.read()).toEqual(stella)
  stored.clear()
  expect(stored.read()).toBeNull()
  expect(stored.tenantUrl()).toBe('aurora')
})

test("an admin's sign-in leaves the tenant's url alone", () => {
  const stored = openStoredUser(() => place)
  const place = storage({ 'customer-url': 'aurora' })
  stored.write({ ...stella, type: 'admin', customerUrl: null })
  expect(stored.tenantUrl()).toBe('aurora')
})

test.each(['', 'null', '[]', '{"id":7}', 'no json', '"text"'])('nonsense counts as nobody: %s', (text) => {
  expect(openStoredUser(() => storage({ 'user-data': text })).read()).toBeNull()
})

test('closed storage counts as empty and breaks nothing', () => {
  const stored = openStoredUser(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  stored.write(stella)
  stored.clear()
  expect(stored.read()).toBeNull()
  expect(stored.tenantUrl()).toBeNull()
})
