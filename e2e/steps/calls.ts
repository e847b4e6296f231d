import type { Page, Request } from 'playwright/test'

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

/** The calls of a page from now on, as they are made. */
export function recordCalls(page: Page, method: Method, path: RegExp): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && path.test(request.url())) calls.push(request)
  })
  return calls
}
