import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 800 }

interface Look {
  on: 'desktop' | 'phone'
  colorScheme: 'light' | 'dark'
  rules?: string[]
}

/** As a screen's users might see it. Each look differs from the one before in one thing, to draw which takes long. */
const looks: readonly Look[] = [
  { on: 'desktop', colorScheme: 'light' },
  // The scheme changes nothing but colours.
  { on: 'desktop', colorScheme: 'dark', rules: ['color-contrast'] },
  { on: 'phone', colorScheme: 'dark' },
]

/**
 * Looks at the screen that is shown, by day and in the dark, on a wide screen and on a phone. Answers what is wrong in
 * sentences. It ends at a desk.
 */
export async function inspectScreen(page: Page): Promise<string[]> {
  const problems = await inspectOnTheWay(page)
  await sitDown(page)
  return problems
}

/** The same, but a screen that is shown on a phone is looked at from there on and ends at a desk, by day, and others on a phone. */
export async function inspectOnTheWay(page: Page): Promise<string[]> {
  await settle(page)
  const problems = new Map<Look, string[]>()
  for (const look of isOnPhone(page) ? looks.toReversed() : looks) {
    await page.setViewportSize(look.on === 'phone' ? phone : desktop)
    problems.set(look, await whatLasts(page, () => violations(page, look)))
    if (look.on === 'phone')
      for (const find of [findCutOff, findSmall, findCovered])
        problems.get(look)?.push(...(await whatLasts(page, () => page.evaluate(find))))
  }
  return looks.flatMap((look) => problems.get(look) ?? [])
}

/** Looks at the page at a desk, by day. */
export async function sitDown(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desktop)
}

const isOnPhone = (page: Page) => page.viewportSize()?.width === phone.width

/** Waits until what was asked for is there: the screen itself, its heading, and nothing that says it is loading. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('#frame')).toHaveCount(0)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/**
 * What a look finds, and finds again a moment later: what follows the scheme may be late on a busy machine, and a list may be
 * read anew under the look since another test changed it; what is wrong stays wrong.
 */
export async function whatLasts(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const found = await look()
  if (found.length === 0) return found
  await page.waitForTimeout(1_000)
  await settle(page)
  return await look()
}

/** Waits until everything is drawn, as the scheme and the size of the window want it. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // What follows the scheme begins with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}

async function violations(page: Page, { on, colorScheme, rules }: Look): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await drawn(page)
  // Half a megabyte of script, which stays in a page that has it. The pages of frames are all given it each time.
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
  // Nobody asks what is right, and to write it all down takes as long as to find it.
  axe.options({ resultTypes: ['violations'] })
  if (rules) axe.withRules(rules)
  else axe.withTags(wcag)
  // Reaching into a frame of another origin costs a page of its own. Into a letter's preview, which runs no script,
  // it can't reach at all.
  const hasCardFrame = page.frames().some((frame) => frame.url().includes('/sandbox-frame/'))
  const { violations: found } = await axe.setLegacyMode(!hasCardFrame).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n')[1]?.trim() ?? ''
      return `axe, ${on}, ${colorScheme}: ${id} at ${target.join(' ')}: ${why}`
    }),
  )
}

/** In the page: what scrolls sideways, and what one could not press because it is out of sight. */
export function findCutOff(): string[] {
  const problems: string[] = []
  const say = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const { scrollWidth } = document.scrollingElement ?? document.documentElement
  if (scrollWidth > innerWidth) problems.push(`phone: scrolls sideways, ${scrollWidth} of ${innerWidth} px`)

  /** The one thing that may scroll sideways. */
  const strip = [...document.querySelectorAll('fieldset')].find(
    (group) => group.querySelector('legend')?.textContent === 'Astrological Sign',
  )
  for (const element of document.body.querySelectorAll('*')) {
    if (element === strip || strip?.contains(element)) continue
    const { overflowX } = getComputedStyle(element)
    const isScroller = overflowX === 'auto' || overflowX === 'scroll'
    if (isScroller && element.scrollWidth > element.clientWidth + 1) {
      problems.push(`phone: ${say(element)} scrolls sideways`)
    }
  }
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [role=tab]'
  for (const element of document.querySelectorAll(controls)) {
    if (strip?.contains(element) || element.closest('[aria-hidden=true]')) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    const box = element.getBoundingClientRect()
    // Read by screen readers alone, or shown when it has the focus.
    if (box.width <= 1 || box.height <= 1 || box.bottom + scrollY <= 0) continue
    if (box.left < -0.5 || box.right > innerWidth + 0.5) {
      problems.push(`phone: ${say(element)} reaches from ${box.left} to ${box.right} px`)
    }
  }
  return problems
}

/**
 * In the page: what a finger would miss. What acts is at least 44 px high and wide, its label and the area around it that
 * a style sheet adds with it; a link is 28 px, but for one in a line of text (WCAG 2.5.8).
 */
function findSmall(): string[] {
  const problems: string[] = []
  const areaOf = (element: Element) => {
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) =>
      one.getBoundingClientRect(),
    )
    const around = ['::before', '::after']
      .map((part) => getComputedStyle(element, part))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
      .map(({ width, height }) => ({ width: Number.parseFloat(width), height: Number.parseFloat(height) }))
    const areas = [...boxes, ...around]
    return [Math.max(...areas.map(({ width }) => width)), Math.max(...areas.map(({ height }) => height))]
  }
  const targets =
    'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=tab]'
  for (const element of document.querySelectorAll(targets)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    // Of a field whose parts are the targets, for the browser's own filling in.
    if (element.closest('[aria-hidden=true]')) continue
    const box = element.getBoundingClientRect()
    const around = element.parentElement?.getBoundingClientRect()
    const isHidden = [box, around].some((one) => one && (one.width <= 1 || one.height <= 1))
    const isForReadersAlone = isHidden || box.bottom + scrollY <= 0
    const isInText = element.matches('a') && getComputedStyle(element).display === 'inline'
    if (isForReadersAlone || isInText) continue
    const [width = 0, height = 0] = areaOf(element)
    const least = element.matches('a') && !/\bbutton\b|_button_/.test(element.className) ? 28 : 44
    if (Math.min(width, height) < least - 0.5) {
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      const size = `${Math.round(width)} x ${Math.round(height)}`
      problems.push(`phone: ${element.tagName.toLowerCase()} "${name}" is ${size} px, less than ${least}`)
    }
  }
  return problems
}

/** In the page: what a finger can't reach, since something else lies over it wherever one scrolls. */
function findCovered(): string[] {
  const problems: string[] = []
  const places = [...document.querySelectorAll('*')].map(
    (element) => [element, element.scrollLeft, element.scrollTop] as const,
  )
  // Of several the last one lies on top.
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  for (const element of within.querySelectorAll('a[href], button, select, textarea, input, summary')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.matches(':disabled') || element.closest('[inert], [aria-hidden=true]')) continue
    const parts = [element, ...((element as HTMLInputElement).labels ?? [])]
    const hits = (['center', 'start', 'end'] as const).map((block) => {
      element.scrollIntoView({ block, behavior: 'instant' })
      const { left, top, width, height } = element.getBoundingClientRect()
      // Read by screen readers alone.
      if (width <= 1 || height <= 1) return null
      // Null where it is kept out of sight until it has the focus.
      return document.elementFromPoint(left + width / 2, top + height / 2)
    })
    // What a toast covers it gives back by itself.
    const isFree = (hit: Element) =>
      hit.closest('[aria-label=Notifications]') !== null || parts.some((part) => part.contains(hit))
    if (hits.some((hit) => hit === null || isFree(hit))) continue
    const lid = hits.map(
      (hit) => hit?.tagName.toLowerCase() + (hit?.id ? `#${hit.id}` : `.${hit?.className}`),
    )
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    problems.push(
      `phone: ${element.tagName.toLowerCase()} "${name}" is covered: by ${[...new Set(lid)].join(', ')}`,
    )
  }
  for (const [element, left, top] of places)
    if (element.scrollLeft !== left || element.scrollTop !== top)
      element.scrollTo({ left, top, behavior: 'instant' })
  return problems
}

/** Writes down what goes wrong behind a page: errors of scripts and of the security policy, and requests that fail. */
export function watchPage(page: Page): { take(): string[] } {
  let problems: string[] = []
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`))
  page.on('console', (message) => {
    // A failed request is told of below, with its address.
    const isRequest = message.text().startsWith('Failed to load resource')
    // A letter's preview runs no script; axe tries to.
    const isLetter = message.text().includes("Blocked script execution in 'about:srcdoc'")
    if (message.type() === 'error' && !isRequest && !isLetter) problems.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page ends what is under way.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`request: ${response.status()} ${response.url()}`)
  })
  return {
    take() {
      const taken = problems
      problems = []
      return taken
    },
  }
}
