import { expect, type Locator, test } from 'playwright/test'

/** How a person works a screen. The same journey is made by mouse, by touch and by keyboard alone. */
export interface Hands {
  /** Follows a link, presses a button, chooses from a menu. */
  press(target: Locator): Promise<void>
  /** Replaces what a field holds. */
  enter(field: Locator, text: string): Promise<void>
  /** Ticks a box, or takes one of a group of radio buttons. */
  tick(box: Locator): Promise<void>
  /** Takes one of a list by its words. */
  choose(list: Locator, words: string): Promise<void>
  /** Turns a question down. */
  dismiss(dialog: Locator): Promise<void>
}

export const mouse: Hands = {
  press: (target) => target.click(),
  enter: (field, text) => field.fill(text),
  // The sign's picture lies over its radio button.
  tick: (box) => box.check({ force: true }),
  choose: async (list, words) => {
    await list.selectOption({ label: words })
  },
  async dismiss(dialog) {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  },
}

const touch: Hands = {
  ...mouse,
  press: (target) => target.tap(),
  // Who taps while a dialog still moves into its place, and hits nothing, taps again.
  tick: (box) =>
    expect(async () => {
      if (!(await box.isChecked())) await box.tap({ force: true })
      await expect(box).toBeChecked({ timeout: 1_000 })
    }).toPass(),
}

const keyboard: Hands = {
  async press(target) {
    await moveTo(target)
    await target.page().keyboard.press('Enter')
  },
  async enter(field, text) {
    await moveTo(field)
    const { keyboard: keys } = field.page()
    await keys.press('ControlOrMeta+A')
    await keys.type(text)
  },
  async tick(box) {
    await moveTo(box)
    if (!(await box.isChecked())) await box.page().keyboard.press('Space')
    await expect(box).toBeChecked()
  },
  async choose(list, words) {
    await moveTo(list)
    await list.page().keyboard.type(words)
    await expect(list.locator('option:checked')).toHaveText(words)
  },
  async dismiss(dialog) {
    await dialog.page().keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  },
}

/** Touch on a phone, and at a desk the keyboard alone: a journey that runs at both widths is made in both ways. */
export function ownHands(): Hands {
  return test.info().project.use.hasTouch ? touch : keyboard
}

const mostTurns = 40

/** Moves the focus there: by Tab on or back, and inside a menu, a row of tabs or a group of radio buttons by arrows. */
async function moveTo(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  const { keyboard: keys } = target.page()
  for (let turns = 0; turns < mostTurns; turns += 1) {
    const way = await target.evaluate(wayTo)
    if (way === null) return
    for (let presses = 0; presses < way.presses; presses += 1) await keys.press(way.key)
  }
  await expect(target).toBeFocused()
}

/** In the page: the key that leads nearer to an element, and how often at least; null when it has the focus. */
function wayTo(element: Element): { key: string; presses: number } | null {
  const focused = document.activeElement ?? document.body
  if (element === focused) return null
  const isBehind = (one: Node, other: Node) =>
    (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const isBack = isBehind(element, focused)
  const isRoving = element.matches('[role=menuitem], [role=tab], [type=radio]')
  const group = isRoving ? element.closest('[role=menu], [role=tablist], fieldset') : null
  if (group?.contains(focused)) {
    const [on, back] = group.matches('[role=menu]') ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft']
    return { key: isBack ? back : on, presses: 1 }
  }
  const within = document.querySelector('dialog:modal') ?? document
  const stops = [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
    (stop) =>
      stop.tabIndex >= 0 &&
      !stop.matches(':disabled, [type=radio]') &&
      stop.checkVisibility({ visibilityProperty: true }),
  )
  const [from, to] = isBack ? [element, focused] : [focused, element]
  const between = stops.filter(
    (stop) => stop !== from && stop !== to && isBehind(from, stop) && isBehind(stop, to),
  )
  return { key: isBack ? 'Shift+Tab' : 'Tab', presses: Math.max(1, between.length) }
}
