// @vitest-environment happy-dom
import { getCustomerDetailsByUrl } from '@almanac/contract/storefront'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlainPage, plainPageTitle } from '../src/landing/plain-page.tsx'
import { NotFoundScreen } from '../src/shells/not-found-screen.tsx'
import { tenant } from './people.ts'
import { answer, hold, nth, open } from './scene.ts'

const assetUrls = { besleyFont: '', publicSansFont: '', favicon: '', manifest: '' }

interface Page {
  words: (string | undefined)[]
  links: [string, string | null][]
}

/** What a page says and where it leads. */
function read(page: ParentNode): Page {
  return {
    words: [...page.querySelectorAll('h1, p')].map((part) => part.textContent.trim()),
    links: [...page.querySelectorAll('a')].map((link) => [
      link.textContent.trim(),
      link.getAttribute('href'),
    ]),
  }
}

/** The page that the server answers. */
function served(whose: typeof tenant | null): Page & { title: string } {
  const input = { kind: 'not-found', tenant: whose, assetUrls } as const
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(createElement(PlainPage, input))
  const { words, links } = read(page)
  // The one way on is a paragraph of its own there.
  return { words: words.slice(0, 2), links, title: plainPageTitle(input) }
}

const shown = () => ({ ...read(document.body), title: document.title })

test("an address among a tenant's that leads nowhere is the server's page, in the tenant's name", async () => {
  answer(getCustomerDetailsByUrl, tenant)
  await open(NotFoundScreen, { at: '/aurora/nothing-here' })
  await screen.findByText('Aurora Astrology')
  await waitFor(() => expect(shown()).toEqual(served(tenant)))
  expect(shown().links).toEqual([
    ['Aurora Astrology', '/aurora'],
    ['Go to the start page', '/aurora'],
  ])
})

test.each(['/nobody/nothing-here', '/no-one/login'])(
  '%s is nobody’s, and says whose only once that is known',
  async (at) => {
    const calls = hold(getCustomerDetailsByUrl)
    await open(NotFoundScreen, { at })
    expect(screen.getByRole('heading').textContent).toBe('404 Page Not Found!')
    expect(screen.queryByText('Almanac')).toBeNull()
    ;(await nth(calls, 1)).refuse('not_found')
    await screen.findByText('Almanac')
    await waitFor(() => expect(shown()).toEqual(served(null)))
  },
)

test('among the admin’s addresses nobody is asked whose it is', async () => {
  const calls = hold(getCustomerDetailsByUrl)
  await open(NotFoundScreen, { at: '/admin/nothing-here' })
  await waitFor(() => expect(shown()).toEqual(served(null)))
  expect(calls).toHaveLength(0)
})
