import { getAutoPurchase } from '@almanac/contract/auto-purchase'
import { getDefaultPayment } from '@almanac/contract/payments'
import { getAdminProfile, getConsumerProfile, getCustomerProfile } from '@almanac/contract/profile'
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { timeZones } from '@almanac/contract/time-zones'
import { createElement } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, noPayment, noRule, operator, profile, savedCard, stella, tenant } from './people.ts'
import { answer, fail, linksOf, render, signIn, tagsOf, textOf, textsOf } from './screen.ts'

const { AddressDialog } = await import('../src/features/profile/address-dialog.tsx')

beforeAll(() => {
  answer(getCustomerDetailsByUrl, tenant)
})
beforeEach(async () => {
  answer(getConsumerProfile, profile)
  answer(getCustomerProfile, profile)
  answer(getAdminProfile, profile)
  answer(getDefaultPayment, noPayment)
  answer(getAutoPurchase, noRule)
  await signIn(stella)
})

const view = () => render(() => import('../src/shells/consumer-profile-screen.tsx'))
const viewOfStaff = () => render(() => import('../src/features/profile/profile-page.tsx'))
const edit = () => render(() => import('../src/features/profile/profile-edit-page.tsx'))

/** What stands beside each term of a description list. */
function factsOf(markup: string): Record<string, string> {
  const names = textsOf(markup, 'dt')
  const values = textsOf(markup, 'dd')
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

describe('the profile', () => {
  test('of a consumer has balance, possible readings, package, payment and subscriptions', async () => {
    const markup = await view()
    expect(factsOf(markup)).toMatchObject({
      'Token Balance': '100',
      'Possible Readings': '14',
      Email: 'stella@mail.example',
      'Mobile Number': '(218) 555-0142',
      'SMS Phone Number': '(617) 555-0123',
      'Astrological Sign': 'Leo',
      'Time Zone': 'Eastern Time (New York)',
    })
    expect(textsOf(markup, 'h2')).toEqual([
      'Stella Marsh',
      'Tokens',
      'Default Payment',
      'Auto-Purchase Package',
      'Subscriptions',
      'Contact',
    ])
    expect(textOf(markup)).toMatch(/Auto-Purchase Package none .* falls to 2 tokens or below/)
    expect(textOf(markup)).toMatch(/Password age \d+ years/)
    expect(textsOf(markup, 'li')).toEqual(['Virgo Email'])
    expect(linksOf(markup)).toMatchObject({
      'Edit Profile': '/aurora/profile/edit',
      'Change Password': '/aurora/profile/change-password',
      'Add Default Payment': '/aurora/profile/default-payment/update',
    })
  })

  test('has a picture of 134 pixels', async () => {
    answer(getConsumerProfile, { ...profile, profilePic: 'aurora/me.png' })
    const [picture] = tagsOf(await view(), 'img')
    expect(picture).toContain('src="/v1/images/aurora/me.png"')
    expect(picture).toMatch(/width="134" height="134"/)
  })

  test('shows an address that waits for its code, and the way to enter it', async () => {
    answer(getConsumerProfile, { ...profile, unverifiedEmail: 'new@mail.example' })
    const markup = await view()
    expect(factsOf(markup).Email).toBe('stella@mail.example new@mail.example (Unverified) Enter the code')
    expect(linksOf(markup)['Enter the code']).toBe('/aurora/profile/edit/verification')
  })

  test('shows the saved card, to be updated or deleted', async () => {
    answer(getDefaultPayment, savedCard)
    const markup = await view()
    expect(textOf(markup)).toMatch(/Default Payment Visa .*4242 Stella Marsh .*2031/)
    expect(linksOf(markup)['Update Default Payment']).toBe('/aurora/profile/default-payment/update')
    expect(textsOf(markup, 'button')).toEqual(['Delete'])
  })

  test('says when the default payment can not be read', async () => {
    fail(getDefaultPayment)
    expect(textOf(await view())).toContain('Error while getting default card info.')
  })

  test('says on which number SMS was stopped, and how to resume', async () => {
    answer(getConsumerProfile, { ...profile, isSmsOptedOut: true })
    expect(textOf(await view())).toContain('text START to the number that your Sunbursts came from to resume')
  })

  test('says that emails come back, and offers a code', async () => {
    answer(getConsumerProfile, { ...profile, isEmailDead: true })
    const markup = await view()
    expect(factsOf(markup).Email).toMatch(/Your email address does not take our messages; check it\./)
    expect(textsOf(markup, 'button')).toContain('Verify It Again')
  })

  test('offers no code to an address whose emails come back while another waits for one', async () => {
    answer(getConsumerProfile, { ...profile, isEmailDead: true, unverifiedEmail: 'new@mail.example' })
    expect(textsOf(await view(), 'button')).not.toContain('Verify It Again')
  })

  test.each([
    [operator, '/aurora/customer/profile/edit', true],
    [admin, '/admin/profile/edit', false],
  ])('of another role has neither tokens nor payment (%#)', async (user, to, hasZone) => {
    const { fullName, username, email, contactNumber, profilePic, passwordLastUpdatedAt, unverifiedEmail } =
      profile
    const own = {
      fullName,
      username,
      email,
      contactNumber,
      profilePic,
      passwordLastUpdatedAt,
      unverifiedEmail,
    }
    answer(getCustomerProfile, { ...own, timeZone: 'America/Boise' })
    answer(getAdminProfile, own)
    await signIn(user)
    const markup = await viewOfStaff()
    expect(Object.keys(factsOf(markup))).toEqual([
      'Email',
      'Mobile Number',
      ...(hasZone ? ['Time Zone'] : []),
    ])
    expect(linksOf(markup)['Edit Profile']).toBe(to)
  })

  test.each([
    [stella, getConsumerProfile, 'Error While Getting Profile Info'],
    [operator, getCustomerProfile, 'Error While Getting Profile Info'],
    [admin, getAdminProfile, 'Error While Getting Admin Profile Info'],
  ])('that can not be read says so (%#)', async (user, endpoint, message) => {
    await signIn(user)
    fail(endpoint)
    expect(textOf(await view())).toContain(message)
  })
})

describe('editing it', () => {
  test('has every field of a consumer, filled in, the username fixed', async () => {
    const markup = await edit()
    expect(textsOf(markup, 'label').filter((label) => label !== 'Choose')).toEqual(
      expect.arrayContaining([
        'Name',
        'Username',
        'Email',
        'Astrological Sign',
        'Mobile Number',
        'Use same number for SMS service',
        'SMS Phone Number (optional)',
        'Time Zone',
      ]),
    )
    const named = (name: string) => tagsOf(markup, 'input').find((tag) => tag.includes(`name="${name}"`))
    expect(named('fullName')).toContain('value="Stella Marsh"')
    expect(named('smsPhoneNumber')).toContain('value="(617) 555-0123"')
    expect(tagsOf(markup, 'input').find((tag) => tag.includes('value="stella"'))).toContain('readOnly')
    expect(textOf(markup)).toContain('A 1:1 ratio is recommended')
    expect(tagsOf(markup, 'input').find((tag) => tag.includes('type="file"'))).toContain('.png,.jpg,.jpeg')
  })

  test('ticks the box where both numbers are one, however they are written', async () => {
    const box = (markup: string) => tagsOf(markup, 'input').find((tag) => tag.includes('type="checkbox"'))
    expect(box(await edit())).not.toContain('checked')
    answer(getConsumerProfile, { ...profile, contactNumber: '(617) 555-0123' })
    await signIn(stella)
    expect(box(await edit())).toContain('checked')
  })

  test('offers the zones of the United States and Canada, and no other', async () => {
    const markup = await edit()
    const zones = textsOf(markup, 'select').find((text) => text.startsWith('Choose a time zone'))
    for (const { label } of timeZones) expect(zones).toContain(label)
    const names = timeZones.map(({ name }) => name)
    expect(names.every((name) => /^(America|Pacific)\//.test(name))).toBe(true)
    expect(names).toEqual(
      expect.arrayContaining([
        'America/Phoenix',
        'Pacific/Honolulu',
        'America/Anchorage',
        'America/Puerto_Rico',
        'America/Regina',
        'America/St_Johns',
      ]),
    )
  })

  test('asks before another address is saved', async () => {
    const change = { email: 'new@mail.example', smsPhoneNumber: '+16175550199' }
    const nothing = () => undefined
    const markup = await render({
      Component: () =>
        createElement(AddressDialog, { change, pending: false, onConfirm: nothing, onCancel: nothing }),
    })
    expect(textOf(markup)).toContain('A 6-digit code will go to new@mail.example .')
    expect(textOf(markup)).toContain('A 6-digit code will go by SMS to (617) 555-0199 .')
    expect(textsOf(markup, 'button').filter(Boolean)).toEqual(['Cancel', 'Proceed'])
  })
})

describe('the codes', () => {
  const verify = () => render(() => import('../src/features/profile/verification-page.tsx'))

  test('of an e-mail address come first, then the phone', async () => {
    answer(getConsumerProfile, {
      ...profile,
      unverifiedEmail: 'new@mail.example',
      unverifiedSmsPhoneNumber: '+16175550199',
    })
    const markup = await verify()
    expect(textsOf(markup, 'h1')).toEqual(['Verify your Email'])
    expect(textOf(markup)).toContain('Step 1 of 2')
    expect(linksOf(markup)).toMatchObject({ Back: '/aurora/profile/edit' })
  })

  test('of a phone number alone', async () => {
    answer(getConsumerProfile, { ...profile, unverifiedSmsPhoneNumber: '+16175550199' })
    const markup = await verify()
    expect(textsOf(markup, 'h1')).toEqual(['Verify your Phone Number'])
    expect(textOf(markup)).toContain('We sent a 6-digit code by SMS to (617) 555-0199 .')
  })
})

test('changing the password asks for the current and twice for the new one', async () => {
  const markup = await render(() => import('../src/features/profile/change-password-page.tsx'))
  expect(textsOf(markup, 'label')).toEqual(['Current Password', 'New Password', 'Confirm New Password'])
})
