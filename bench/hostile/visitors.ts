import type { Visitor } from './requests.ts'

export type Visitors = Record<'anybody' | 'admin' | 'customer' | 'consumer', Visitor>

/** A browser that has been at the server, signed in where it is told who it is. */
export async function visit(
  url: string,
  login: readonly [path: string, username: string] | null,
): Promise<Visitor> {
  const first = readCookies(await fetch(`${url}/v1/token-validity`))
  const csrfToken = first.get('XSRF-TOKEN') ?? ''
  if (!login) return { cookie: `XSRF-TOKEN=${csrfToken}`, csrfToken }
  const [path, usernameOrEmail] = login
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      cookie: `XSRF-TOKEN=${csrfToken}`,
      'x-xsrf-token': csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ usernameOrEmail, password: 'almanac-demo' }),
  })
  if (answer.status !== 200) throw new Error(`${usernameOrEmail} could not log in: ${answer.status}`)
  const cookies = readCookies(answer)
  const token = cookies.get('XSRF-TOKEN') ?? ''
  return { cookie: `sid=${cookies.get('sid')}; XSRF-TOKEN=${token}`, csrfToken: token }
}

function readCookies(answer: Response): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().map((text) => {
      const pair = text.split(';')[0] ?? ''
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    }),
  )
}

/** Ids of what there is, by the names under which they are asked for. */
export async function findThings(url: string, visitors: Visitors): Promise<Record<string, string>> {
  const ask = async <Answer>(visitor: Visitor, path: string) =>
    (await (await fetch(url + path, { headers: { cookie: visitor.cookie } })).json()) as Answer
  type List = { data: { id: number }[] }
  const base = '/v1/customers/aurora'
  const { id: consumerId } = await ask<{ id: number }>(visitors.consumer, '/v1/token-validity')
  const own = `${base}/consumers/${consumerId}`
  const first = ({ data }: List) => String(data[0]?.id ?? 1)
  const consumerCategoryId = first(await ask<List>(visitors.consumer, `${base}/consumer-category`))
  const audio = `${own}/audio?consumerCategoryId=${consumerCategoryId}`
  return {
    customerUrl: 'aurora',
    url: 'aurora',
    '*': 'aurora/none.png',
    consumerId: String(consumerId),
    consumerCategoryId,
    defaultCategoryId: consumerCategoryId,
    packageId: first(await ask<List>(visitors.consumer, `${base}/packages`)),
    audioId: first(await ask<List>(visitors.consumer, audio)),
    purchaseId: first(await ask<List>(visitors.consumer, `${own}/purchases`)),
    ticketId: first(await ask<List>(visitors.customer, `${base}/tickets`)),
  }
}
