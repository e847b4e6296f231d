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
  tick: async (box) => {
    await box.tap({ force: true })
    await expect(box).toBeChecked()
  },
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

const mostSteps = 80

/** Moves the focus there: by Tab on or back, and inside a menu or a group of radio buttons by arrows. */
async function moveTo(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  const { keyboard: keys } = target.page()
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const key = await target.evaluate(keyTowards)
    if (key === null) return
    await keys.press(key)
  }
  await expect(target).toBeFocused()
}

/** In the page: the key that leads nearer to an element; null when it has the focus. */
function keyTowards(element: Element): string | null {
  const focused = document.activeElement ?? document.body
  if (element === focused) return null
  const isRoving = element.matches('[role=menuitem], [type=radio]')
  const group = isRoving ? element.closest('[role=menu], fieldset') : null
  const isBehind = focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
  if (group?.contains(focused)) return isBehind ? 'ArrowUp' : 'ArrowDown'
  return isBehind ? 'Shift+Tab' : 'Tab'
}
