import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmailAddress } from './email-address.tsx'

test.each([
  ['cyrus.navid@mail.example', 'cyrus.navid<wbr/>@mail.example'],
  ['"a@b"@mail.example', '&quot;a@b&quot;<wbr/>@mail.example'],
  ['no address', 'no address'],
])('%s may break before its last @', (address, markup) => {
  expect(renderToStaticMarkup(createElement(EmailAddress, null, address))).toBe(markup)
})
