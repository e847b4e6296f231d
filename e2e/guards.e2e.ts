import { expect, type Page, test } from 'playwright/test'
import { ownHands } from './steps/hands.ts'
import { logInAs, ownPaths, rememberedRole, roles } from './steps/roles.ts'
import { chooseInAccountMenu, goTo, toast } from './steps/shell.ts'

const notFound = { name: '404 Page Not Found!' }

for (const role of roles) {
  test(`a signed-in ${role.name} stays on their own side`, async ({ page }) => {
    const hands = ownHands()
    await logInAs(page, role.name, hands)
    await expect(page).toHaveURL(role.home)

    for (const other of roles.filter(({ name }) => name !== role.name)) {
      await test.step(`the ${other.name}'s screens are denied, and the session stays`, async () => {
        const visited = recordPaths(page)
        for (const path of [other.home, ...ownPaths(other)]) {
          await page.goto(path)
          await expect(toast(page, 'Access denied.'), path).toBeVisible()
          await expect(page, path).toHaveURL(role.home)
          expect(await rememberedRole(page)).toBe(role.name)
        }
        expect(visited).toContain('/aurora/login')
      })
    }

    await test.step('the own profile and what belongs to it are shown', async () => {
      const [profile = '', edit = '', verification = '', password = ''] = ownPaths(role)
      await chooseInAccountMenu(page, 'My Profile', hands)
      await expect(page).toHaveURL(profile)
      await expect(page.getByRole('heading', { name: 'My Profile' })).toBeFocused()
      for (const [path, heading] of [
        [edit, 'Edit Profile'],
        [password, 'Change Password'],
      ] as const) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: heading, level: 1 }), path).toBeVisible()
      }
      await page.goto(verification)
      await expect(page, 'with nothing to verify').toHaveURL(profile)
    })

    await test.step('public screens lead on', async () => {
      for (const path of ['/', '/aurora', '/northstar', '/aurora/login', '/admin/login']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(role.home)
      }
    })

    if (role.name === 'consumer') {
      await test.step('a purchase without a chosen package leads to the packages', async () => {
        await page.goto('/aurora/packages/purchase')
        await expect(page).toHaveURL('/aurora/packages')
        await expect(page.getByRole('heading', { name: 'Select Token Package' })).toBeVisible()
      })
    }
    if (role.name === 'admin') return
    await test.step("another tenant's screens do not exist", async () => {
      for (const path of [role.home, ...ownPaths(role)]) {
        await page.goto(path.replace('aurora', 'northstar'))
        await expect(page.getByRole('heading', notFound), path).toBeVisible()
        expect(await rememberedRole(page)).toBe(role.name)
      }
    })
  })
}

test('signed-out visitors are led to the login of the screen they asked for', async ({ page }) => {
  const screens = {
    '/aurora/login': [
      '/aurora/dashboard',
      '/aurora/packages',
      '/aurora/packages/purchase',
      '/aurora/subscriptions',
      '/aurora/customer/revenue-report',
      '/aurora/customer/categories',
      '/aurora/customer/categories/1',
      ...roles.filter(({ name }) => name !== 'admin').flatMap(ownPaths),
    ],
    '/northstar/login': ['/northstar/dashboard', '/northstar/customer/packages'],
    '/admin/login': [
      '/admin/customers',
      '/admin/token-transction',
      ...roles.filter(({ name }) => name === 'admin').flatMap(ownPaths),
    ],
  }
  for (const [login, paths] of Object.entries(screens)) {
    for (const path of paths) {
      await page.goto(path)
      await expect(page, path).toHaveURL(login)
      await expect(page.getByRole('heading', { name: 'Login to your Account' })).toBeVisible()
      expect(await rememberedRole(page)).toBeNull()
    }
  }
})

test('a 401 of any call forgets the user and leads to the login', async ({ page, context }) => {
  const main = page.getByRole('main')
  const places = {
    consumer: { ready: main.getByRole('button', { name: /^Play Week of/ }).first(), next: 'Daily Sunbursts' },
    customer: {
      ready: main.filter({ hasNot: page.getByRole('status') }).getByRole('heading', { name: 'Gross Sales' }),
      next: 'Packages',
    },
    admin: { ready: main.getByRole('row', { name: /aurora/ }), next: 'Token Transaction History' },
  }
  for (const role of roles) {
    const { ready, next } = places[role.name]
    await logInAs(page, role.name)
    await expect(ready).toBeVisible()
    expect(await rememberedRole(page)).toBe(role.name)
    await context.clearCookies({ name: /sid$/ })
    await goTo(page, next)
    await expect(page).toHaveURL(role.name === 'admin' ? '/admin/login' : '/aurora/login')
    await expect.poll(() => rememberedRole(page)).toBeNull()
  }
})

test('what does not exist is not found, in words and in HTTP', async ({ page }) => {
  const whose = {
    '/aurora/nothing-here': 'Aurora Astrology',
    '/aurora/dashboard/nothing': 'Aurora Astrology',
    '/admin/nothing-here': 'Almanac',
    '/nobody': 'Almanac',
    '/nobody/login': 'Almanac',
    '/nobody/dashboard': 'Almanac',
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
