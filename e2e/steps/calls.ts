import type { Page, Request, Route } from 'playwright/test'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A kind of call that is kept from its usual way: it fails, or waits. */
interface KeptCalls {
  /** Lets them through again, those that wait included. */
  letGo(): Promise<void>
}

/** Lets calls fail. Without `message` the server says nothing about it. */
export async function failCalls(
  page: Page,
  method: Method,
  path: RegExp,
  message?: string,
): Promise<KeptCalls> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, ...(message === undefined ? {} : { json: { message } }) })
      : route.fallback(),
  )
  return { letGo: () => page.unroute(path) }
}

/** Lets calls wait before they reach the server. */
export async function holdCalls(page: Page, method: Method, path: RegExp): Promise<KeptCalls> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() === method) await promise
    await route.fallback()
  })
  return { letGo: async () => resolve() }
}

/** Lets calls reach the server and loses their answers, as a network that breaks does. */
export async function dropAnswers(page: Page, method: Method, path: RegExp): Promise<KeptCalls> {
  const drop = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(path, drop)
  return { letGo: () => page.unroute(path, drop) }
}

/** Lets calls reach the server and holds their answers. `reached` resolves once one was answered there. */
export async function holdAnswers(
  page: Page,
  method: Method,
  path: RegExp,
): Promise<KeptCalls & { reached: Promise<void> }> {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    reached.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  return { reached: reached.promise, letGo: async () => held.resolve() }
}

/** The calls of a page from now on, as they are made. */
export function recordCalls(page: Page, method: Method, path: RegExp): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && path.test(request.url())) calls.push(request)
  })
  return calls
}
