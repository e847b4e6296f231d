import fc from 'fast-check'
import twilio from 'twilio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { sunburstsOf } from '../../../test/sunbursts.ts'
import { sandboxAccount } from '../../sandbox-account.ts'

let app: TestApp
let sun: ReturnType<typeof sunburstsOf>

beforeAll(async () => {
  app = await startTestApp()
  sun = sunburstsOf(app)
})
afterAll(() => app.close())

let lastSid = 0
const newSid = () => {
  lastSid += 1
  return `SM${String(lastSid).padStart(32, '0')}`
}

type State = 'sending' | 'sent' | 'unknown'

/** A charged SMS in a state, with the provider's id where it is known. */
async function makeDelivery(state: State) {
  const tenant = await app.make.tenant()
  const consumer = await sun.subscriber(tenant, { mediums: ['sms'] })
  const textId = await sun.text(tenant)
  await sun.plan()
  const sid = newSid()
  await app.query(
    `update deliveries set state = '${state}', attempts = 1, claimed_at = now(),
       provider_id = ${state === 'sent' ? `'${sid}'` : 'null'} where text_id = ${textId}`,
  )
  const [row] = await sun.deliveries(textId)
  return { consumer, textId, sid, deliveryId: row?.id ?? 0 }
}

/** A report as the provider signs it. */
async function report(deliveryId: number, sid: string, status: string): Promise<number> {
  const path = `/v1/webhooks/twilio/status?delivery=${deliveryId}`
  const fields = {
    MessageSid: sid,
    MessageStatus: status,
    ...(status === 'undelivered' ? { ErrorCode: '30005' } : {}),
  }
  const answer = await app.client().send({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(
        sandboxAccount.twilioAuthToken,
        app.deps.publicUrl + path,
        fields,
      ),
    },
    payload: new URLSearchParams(fields).toString(),
  })
  return answer.status
}

/** Where a message ends of which these reports came, in whatever order and however often. */
function endOf(reports: readonly string[], start: State): string {
  if (reports.includes('undelivered')) return 'undeliverable'
  if (reports.includes('delivered')) return 'delivered'
  return reports.length > 0 ? 'sent' : start
}

describe('reports on a message', () => {
  test('in any order and number end the same, and give the token back once or not at all', async () => {
    const reports = fc.array(fc.constantFrom('queued', 'sending', 'sent', 'delivered', 'undelivered'), {
      maxLength: 8,
    })
    const start = fc.constantFrom<State>('sending', 'sent', 'unknown')
    await fc.assert(
      fc.asyncProperty(reports, start, fc.boolean(), async (statuses, state, atOnce) => {
        const { consumer, textId, sid, deliveryId } = await makeDelivery(state)
        const answers = atOnce
          ? await Promise.all(statuses.map((status) => report(deliveryId, sid, status)))
          : await inTurn(statuses, (status) => report(deliveryId, sid, status))
        expect(answers.every((answer) => answer === 204)).toBe(true)
        const expected = endOf(statuses, state)
        expect((await sun.deliveries(textId))[0]?.state).toBe(expected)
        expect(await sun.entries(consumer)).toEqual(
          expected === 'undeliverable' ? ['-1 sunburst', '+1 sunburst-return'] : ['-1 sunburst'],
        )
      }),
      { numRuns: 40 },
    )
  })

  async function inTurn<Item, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = []
    for (const item of items) results.push(await work(item))
    return results
  }

  test('that name another message, or no delivery, are taken and change nothing', async () => {
    const { textId, sid, deliveryId } = await makeDelivery('sent')
    const other = await makeDelivery('sent')
    expect(await report(deliveryId, newSid(), 'undelivered')).toBe(204)
    expect(await report(999_999_999, sid, 'undelivered')).toBe(204)
    const lost = await makeDelivery('unknown')
    expect(await report(lost.deliveryId, other.sid, 'delivered')).toBe(204)
    expect(await sun.fates(textId)).toEqual(['sms:sent'])
    expect((await sun.deliveries(lost.textId))[0]).toMatchObject({ state: 'unknown', providerId: null })
  })
})
