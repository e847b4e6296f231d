import { expect, type Page, test } from 'playwright/test'
import { welcome } from './steps/accounts.ts'
import { openOwn, save } from './steps/profile.ts'
import { accountMenu, chooseInAccountMenu, goTo } from './steps/shell.ts'
import { openLogin } from './steps/sign-in.ts'

test('a changed profile is not left unasked, whichever way', async ({ page }) => {
  const nova = await welcome(page, 'Aries')
  await page.goto('/aurora/profile')
  await openOwn(page, 'Edit Profile')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(nova.fullName)
  await name.fill('Nova Moon')

  const ways: Record<string, () => Promise<unknown>> = {
    Cancel: () => page.getByRole('link', { name: 'Cancel' }).click(),
    'the menu': () => goTo(page, 'Purchase Tokens'),
    'the account menu': () => chooseInAccountMenu(page, 'Logout'),
    // By script: Playwright's own way back would wait for a page that does not come.
    'the browser': () => page.evaluate(() => history.back()),
  }
  for (const [way, leave] of Object.entries(ways)) {
    await test.step(way, async () => {
      await leave()
      await answer(page, 'Stay')
      await expect(page).toHaveURL('/aurora/profile/edit')
      await expect(name).toHaveValue('Nova Moon')
    })
  }

  await goTo(page, 'Purchase Tokens')
  await answer(page, 'Leave')
  await expect(page).toHaveURL('/aurora/packages')

  await openOwn(page, 'Edit Profile')
  await expect(name).toHaveValue(nova.fullName)
  await name.fill('Nova Moon')
  await save(page)
  await expect(page).toHaveURL('/aurora/profile')
  await expect(page.getByRole('heading', { name: 'Nova Moon' })).toBeVisible()
  await expect(accountMenu(page)).toHaveAccessibleName('Nova Moon, account menu')
})

async function answer(page: Page, label: 'Stay' | 'Leave'): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: label }).click()
  await expect(question).toBeHidden()
}

test('the click that leaves a wrong field reaches what it is for', async ({ page }) => {
  await openLogin(page)
  await page.getByLabel('Password', { exact: true }).focus()
  const register = page.getByRole('button', { name: 'Register', exact: true })
  const place = await register.boundingBox()
  if (!place) throw new Error('Register is not shown.')
  // At its upper edge, which the line of an error would move from under the pointer.
  await page.mouse.move(place.x + place.width / 2, place.y + 2)
  await page.mouse.down()
  await page.waitForTimeout(100)
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Create your Account' })).toBeVisible()
})
