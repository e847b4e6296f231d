import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../test/receiver.ts'
import { type OpenSandbox, openSandbox } from '../../test/sandbox.ts'
import { codeOf } from './inbox-page.ts'

let sandbox: OpenSandbox

beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.control('/reset'))

const page = async (path: string) => {
  const response = await fetch(sandbox.base + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const press = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(sandbox.base + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers })
const mail = async (more: {
  to: string
  subject?: string
  html?: string
  headers?: Record<string, string>
}) => {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false })
  await transport.sendMail({
    from: 'hello@aurora.test',
    subject: 'Your code',
    text: 'It is 482913.',
    ...more,
  })
  const { data } = await sandbox.get(`/sandbox/messages?to=${encodeURIComponent(more.to)}`)
  return (data as { id: string }[])[0]?.id ?? ''
}

describe('the inbox', () => {
  it('shows the newest first, each with its code, and only those of an address when asked', async () => {
    await mail({ to: 'stella@example.com', subject: 'For Stella' })
    await mail({ to: 'leo@example.com', subject: 'For Leo' })
    const all = (await page('/sandbox')).text
    expect(all.indexOf('For Leo')).toBeLessThan(all.indexOf('For Stella'))
    expect(all).toContain('<span>482</span><span>913</span>')
    const filtered = (await page('/sandbox?to=STELLA@example.com')).text
    expect(filtered).toContain('For Stella')
    expect(filtered).not.toContain('For Leo')
  })

  it('keeps hostile mail inside its frame', async () => {
    const evil = '"><script>alert(1)</script>'
    const id = await mail({ to: 'stella@example.com', subject: evil, html: `<p>${evil}</p>` })
    for (const path of ['/sandbox', `/sandbox/inbox/${id}`]) {
      const { text, headers } = await page(path)
      expect(text).not.toContain('<script>alert')
      expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    }
    const { text } = await page(`/sandbox/inbox/${id}`)
    expect(text).toMatch(/<iframe[^>]* sandbox="(?![^"]*allow-scripts)/)
  })

  it('unsubscribes with one click, as a mail program does', async () => {
    const receiver = await startReceiver()
    const id = await mail({
      to: 'stella@example.com',
      headers: {
        'List-Unsubscribe': `<${receiver.url}/unsubscribe/7>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    await press(`/sandbox/inbox/${id}/unsubscribe`)
    await receiver.close()
    expect(receiver.received).toMatchObject([{ url: '/unsubscribe/7', body: 'List-Unsubscribe=One-Click' }])
  })

  it('answers an unknown message with 404', async () => {
    expect((await page('/sandbox/inbox/none')).status).toBe(404)
  })
})

describe('the switches', () => {
  it('do what the control calls do', async () => {
    await press('/sandbox/switches/faults', {
      provider: 'stripe',
      kind: 'decline',
      times: '2',
      code: 'lost_card',
    })
    await press('/sandbox/switches/webhooks', {
      provider: 'stripe',
      repeat: '3',
      shuffle: 'true',
      delayMs: '5',
    })
    const { data } = await sandbox.get('/sandbox/control/state')
    expect(data).toMatchObject({
      faults: [{ provider: 'stripe', kind: 'decline', times: 2, code: 'lost_card' }],
      webhooks: { stripe: { repeat: 3, shuffle: true, delayMs: 5 }, twilio: { repeat: 1 } },
    })
    expect((await page('/sandbox/switches')).text).toContain('lost_card')
  })

  it('can not be pressed from another site', async () => {
    const answer = await press('/sandbox/switches/reset', {}, { 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
  })

  it('a reply from the phone page is a reply from the phone', async () => {
    await press('/sandbox/phone', { from: '+12125550101', quick: 'STOP' })
    expect((await page('/sandbox/phone?number=%2B12125550101')).text).toContain('has texted STOP')
  })
})

describe('the payments', () => {
  it('of both providers are disputed, refunded and ended at the press of a button', async () => {
    await sandbox.control('/seed', {
      customers: [{ id: 'cus_stella' }],
      paymentMethods: [{ id: 'pm_stella', customer: 'cus_stella' }],
      payments: [{ id: 'pi_one', amountCents: 1299, paymentMethod: 'pm_stella' }],
      paypalTokens: [{ id: 'wallet7', customer: 'stella', email: 'stella@example.com' }],
      paypalPayments: [{ id: 'CAPTURE1', order: 'ORDER1', amountCents: 2499, email: 'stella@example.com' }],
    })
    await press('/sandbox/money/refunds', { charge: 'ch_one' })
    await press('/sandbox/money/disputes', { capture: 'CAPTURE1' })
    await press('/sandbox/money/wallets/wallet7/revoke')
    await press('/sandbox/money/cards/pm_stella/detach')
    const { data } = await sandbox.get('/sandbox/control/state')
    expect(data).toMatchObject({
      stripe: { charges: [{ refunded: true }], paymentMethods: [{ customer: null }] },
      paypal: { disputes: [{ captureId: 'CAPTURE1' }], paymentTokens: [{ gone: 'revoked' }] },
    })
    const again = await press('/sandbox/money/refunds', { capture: 'CAPTURE1' })
    const { text } = await page(again.headers.get('location') ?? '')
    expect(text).toContain('REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK')
    expect(text).toContain('<td data-l="At" class="brief">PayPal</td>')
  })
})

describe('the next payment', () => {
  it('meets what was pressed for it, once, or what was switched off again not at all', async () => {
    const { text } = await page('/sandbox/money')
    const form = text.split('<form').find((one) => one.includes('>Lost card')) ?? ''
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    const pressed = await press('/sandbox/money/faults', Object.fromEntries(fields))
    const answer = await page(pressed.headers.get('location') ?? '')
    expect(answer.text).toContain('<b>Stripe</b>: Lost card')
    const pay = () =>
      sandbox.stripe.paymentIntents.create({
        amount: 1299,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        allowed_payment_method_types: ['card'],
        confirm: true,
      })
    await expect(pay()).rejects.toMatchObject({ decline_code: 'lost_card' })
    expect((await pay()).status).toBe('succeeded')
    await press('/sandbox/money/faults', Object.fromEntries(fields))
    const again = (await page('/sandbox/money')).text
    const off = /action="(\/sandbox\/money\/faults\/\d+\/remove)"/.exec(again)?.[1] ?? ''
    await press(off)
    expect((await page('/sandbox/money')).text).not.toContain('<b>Stripe</b>: Lost card')
    expect((await pay()).status).toBe('succeeded')
  })
})

describe('the card frame', () => {
  it('opens for the product only', async () => {
    const own = await page('/sandbox-frame/card?parentOrigin=http://localhost:3000')
    expect(own.status).toBe(200)
    for (const name of ['Card number', 'Expiry', 'CVC', 'Name on card'])
      expect(own.text).toContain(`>${name}</label>`)
    expect((await page('/sandbox-frame/card?parentOrigin=https://evil.test')).status).toBe(400)
    await sandbox.control('/config', { appOrigins: ['https://shop.test'] })
    expect((await page('/sandbox-frame/card?parentOrigin=http://localhost:3000')).status).toBe(400)
    const shop = await page('/sandbox-frame/card?parentOrigin=https://shop.test')
    expect(shop.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.test')
    await sandbox.control('/config', { appOrigins: [] })
  })

  it('a challenge answered inside a page tells that page, and goes nowhere', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 1299,
      currency: 'usd',
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url: 'http://localhost:3000/back',
    })
    const parentOrigin = 'http://localhost:3000'
    const form = { client_secret: intent.client_secret ?? '', decision: 'approve', parentOrigin }
    const answer = await press('/sandbox-frame/challenge', form)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('data-result="approved"')
    expect(text).toContain(`data-parent-origin="${parentOrigin}"`)
    expect(
      (await press('/sandbox-frame/challenge', { ...form, client_secret: 'pi_x_secret_y' })).status,
    ).toBe(404)
  })
})

it.each([
  ['Your code is 482913.', '482913'],
  ['482913 is your code', '482913'],
  ['Call +1 212 5550101 or 1234567', null],
  ['Total $1482913.50', null],
])('the code in %j is %s', (text, code) => {
  expect(codeOf({ subject: null, text, html: null })).toBe(code)
})
