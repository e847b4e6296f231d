import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { drawn, findCutOff, phone, settle, sitDown, wcag, whatLasts } from './inspect.ts'

const tablet = { width: 768, height: 1024 }
const colorSchemes = ['light', 'dark'] as const

/** A drawing grows with its words, and moves within its own frame. */
const chart = /section "[^"]* by day" scrolls sideways$/

/**
 * Looks at the screen that is shown as fewer people see it: on a tablet, in colors that the system forces, and on a phone
 * with text at twice its size. Answers what is wrong in sentences. It ends at a desk, by day.
 */
export async function inspectWidely(page: Page): Promise<string[]> {
  await settle(page)
  const problems: string[] = []
  await page.setViewportSize(tablet)
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    problems.push(...(await whatLasts(page, () => violations(page, `tablet, ${colorScheme}`))))
  }
  problems.push(...(await whatLasts(page, () => cutOff(page, 'tablet'))))
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    // Colors are the system's own then, and are not those that a script is told.
    const look = `forced colors, ${colorScheme}`
    problems.push(...(await whatLasts(page, () => violations(page, look, ['color-contrast']))))
    problems.push(...(await whatLasts(page, () => page.evaluate(findBoundless))))
  }
  await page.emulateMedia({ forcedColors: 'none' })
  // A menu finds its place as it opens: nobody changes the size of text while one is open.
  if (!(await page.getByRole('menu').isVisible())) problems.push(...(await inspectLargeText(page)))
  await sitDown(page)
  return [...new Set(problems)]
}

/** Looks at the screen that is shown on a phone with text at twice its size; leaves it there, its text as it was. */
export async function inspectLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize(phone)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const problems = await whatLasts(page, async () => [
    ...(await cutOff(page, 'large text')).filter((problem) => !chart.test(problem)),
    ...(await page.evaluate(findBrokenOut)),
  ])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  return problems
}

async function violations(page: Page, look: string, without: string[] = []): Promise<string[]> {
  await drawn(page)
  const axe = new AxeBuilder({ page }).withTags(wcag).disableRules(without).setLegacyMode(true)
  const { violations: found } = await axe.analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `axe, ${look}: ${id} at ${target.join(' ')}`),
  )
}

async function cutOff(page: Page, look: string): Promise<string[]> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    // What stands beside another part finds its place anew, what measures itself does so in the next frame.
    dispatchEvent(new Event('resize'))
    await nextFrame()
    await nextFrame()
  })
  return (await page.evaluate(findCutOff)).map((problem) => problem.replace(/^phone/, look))
}

/** In the page: dialogs that nothing sets off from what they lie over. */
function findBoundless(): string[] {
  return [...document.querySelectorAll('dialog[open] > [data-panel]')]
    .filter((panel) => getComputedStyle(panel).borderRightStyle === 'none')
    .map((panel) => `forced colors: nothing bounds the dialog "${panel.querySelector('h2')?.textContent}"`)
}

/** In the page: words that reach out of the window or over the words beside them, and are not shortened on purpose. */
function findBrokenOut(): string[] {
  const problems: string[] = []
  const isShortened = (element: Element | null): boolean => {
    if (!element) return false
    const { textOverflow, overflowX } = getComputedStyle(element)
    return textOverflow === 'ellipsis' || overflowX !== 'visible' || isShortened(element.parentElement)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.textContent?.trim()
    const owner = node.parentElement
    if (!words || !owner?.checkVisibility({ visibilityProperty: true }) || isShortened(owner)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const { width, right } = range.getBoundingClientRect()
    const box = owner.closest('li, th, td, p, button, a, label, dt, dd')?.getBoundingClientRect()
    const edge = Math.min(innerWidth, box && box.width > 1 ? box.right : innerWidth)
    if (width > 1 && right > edge + 1)
      problems.push(`large text: "${words.slice(0, 40)}" reaches beyond its place`)
  }
  return problems
}
