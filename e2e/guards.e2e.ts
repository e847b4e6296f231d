import { expect, type Page, test } from 'playwright/test'
import { ownHands } from './steps/hands.ts'
import { enterAs, ownPaths, rememberedRole, roles } from './steps/roles.ts'
import { chooseInAccountMenu, goTo, moveTo, toast } from './steps/shell.ts'

const notFound = { name: '404 Page Not Found!' }

/** Every address for every role is tried in `web/test/guards.test.ts`; here one of each kind, as a page of its own. */
for (const role of roles) {
  test(`a signed-in ${role.name} stays on their own side`, async ({ page }) => {
    await enterAs(page, role.name)
    for (const other of roles.filter(({ name }) => name !== role.name)) {
      await test.step(`the ${other.name}'s screens are denied, and the session stays`, async () => {
        const visited = recordPaths(page)
        await page.goto(other.home)
        await expect(toast(page, 'Access denied.')).toBeVisible()
        await expect(page).toHaveURL(role.home)
        expect(await rememberedRole(page)).toBe(role.name)
        expect(visited).toContain('/aurora/login')
      })
    }

    await test.step('the own profile and what belongs to it are shown', async () => {
      const hands = ownHands()
      const [profile = '', edit = '', verification = '', password = ''] = ownPaths(role)
      await chooseInAccountMenu(page, 'My Profile', hands)
      await expect(page).toHaveURL(profile)
      await expect(page.getByRole('heading', { name: 'My Profile' })).toBeFocused()
      for (const [path, heading] of [
        [edit, 'Edit Profile'],
        [password, 'Change Password'],
      ] as const) {
        await moveTo(page, path)
        await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible()
      }
      await moveTo(page, verification)
      await expect(page, 'with nothing to verify').toHaveURL(profile)
    })

    await test.step('public screens lead on', async () => {
      for (const path of ['/', '/aurora/login']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(role.home)
      }
    })

    if (role.name === 'admin') return
    await test.step("another tenant's screens do not exist", async () => {
      await page.goto(role.home.replace('aurora', 'northstar'))
      await expect(page.getByRole('heading', notFound)).toBeVisible()
      expect(await rememberedRole(page)).toBe(role.name)
    })
  })
}

test('signed-out visitors are led to the login of the screen they asked for', async ({ page }) => {
  const logins = {
    '/aurora/dashboard': '/aurora/login',
    '/northstar/customer/packages': '/northstar/login',
    '/admin/token-transction': '/admin/login',
  }
  for (const [path, login] of Object.entries(logins)) {
    await page.goto(path)
    await expect(page, path).toHaveURL(login)
    await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
    expect(await rememberedRole(page)).toBeNull()
  }
})

test('a 401 of any call forgets the user and leads to the login', async ({ page, context }) => {
  await enterAs(page, 'consumer')
  const reading = page.getByRole('main').getByRole('button', { name: /^Play Week of/ })
  await expect(reading.first()).toBeVisible()
  expect(await rememberedRole(page)).toBe('consumer')
  await context.clearCookies({ name: /sid$/ })
  await goTo(page, 'Daily Sunbursts')
  await expect(page).toHaveURL('/aurora/login')
  await expect.poll(() => rememberedRole(page)).toBeNull()
})

test('what does not exist is not found, in words and in HTTP', async ({ page }) => {
  const whose = {
    '/aurora/nothing-here': 'Aurora Astrology',
    '/nobody/login': 'Almanac',
    '/a/b/c/d': 'Almanac',
  }
  for (const [path, name] of Object.entries(whose)) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', notFound), path).toBeVisible()
    await expect(page, path).toHaveTitle(`${notFound.name} - ${name}`)
  }
})

/** Every path that the page is led through from now on. */
function recordPaths(page: Page): string[] {
  const paths: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) paths.push(new URL(frame.url()).pathname)
  })
  return paths
}
