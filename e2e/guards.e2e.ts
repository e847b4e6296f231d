import { expect, type Page, test } from 'playwright/test'
import { logInAs, rememberedRole, roles } from './steps/roles.ts'
import { accountMenu, goTo, toast } from './steps/shell.ts'

const notFound = { name: '404 Page Not Found!' }

for (const role of roles) {
  test(`a signed-in ${role.name} stays on their own side`, async ({ page }) => {
    await logInAs(page, role.name)
    await expect(page).toHaveURL(role.home)

    for (const other of roles.filter(({ name }) => name !== role.name)) {
      await test.step(`the ${other.name}'s screens are denied, and the session stays`, async () => {
        const visited = recordPaths(page)
        await page.goto(other.home)
        await expect(toast(page, 'Access denied.')).toBeVisible()
        await expect(page).toHaveURL(role.home)
        expect(visited).toContain('/aurora/login')
        expect(await rememberedRole(page)).toBe(role.name)
        await expect(accountMenu(page)).toBeVisible()
      })
    }

    await test.step('public screens lead on', async () => {
      for (const path of ['/', '/aurora', '/northstar', '/aurora/login', '/admin/login']) {
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
  const screens = {
    '/aurora/login': [
      '/aurora/dashboard',
      '/aurora/packages',
      '/aurora/packages/purchase',
      '/aurora/subscriptions',
      '/aurora/profile/edit',
      '/aurora/customer/categories',
      '/aurora/customer/categories/1',
      '/aurora/customer/profile',
    ],
    '/northstar/login': ['/northstar/dashboard', '/northstar/customer/packages'],
    '/admin/login': ['/admin/customers', '/admin/token-transction', '/admin/profile'],
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
    customer: { ready: main.getByRole('link', { name: 'Aries' }), next: 'Packages' },
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
  for (const path of [
    '/aurora/nothing-here',
    '/aurora/dashboard/nothing',
    '/admin/nothing-here',
    '/nobody',
    '/nobody/login',
    '/nobody/dashboard',
    '/a/b/c/d',
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', notFound), path).toBeVisible()
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
