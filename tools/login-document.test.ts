import { expect, test } from 'vitest'
import { loginDocument } from './login-document.ts'

const app = `<html><head>
    <script src="/first-paint.js"></script>
    <script type="module" crossorigin src="/assets/index.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/kit.js">
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" crossorigin href="/assets/kit.css">
  </head><body><div id="root"></div></body></html>`

const parts = {
  frame: '<main>Login</main>',
  styles: '.a{content:"$&"}',
  firstScript: 'first()',
  sheets: ['/assets/kit.css'],
  modules: ['/assets/kit.js', '/assets/index.js', '/assets/login.js'],
  main: '/assets/index.js',
}

test('the frame stands before the app, out of reach', () => {
  expect(loginDocument(app, parts)).toContain(
    '<div id="frame" inert><main>Login</main></div>\n    <div id="root"></div>',
  )
})

test('what is seen first waits for no other file', () => {
  const made = loginDocument(app, parts)
  expect(made).toContain('<script>first()</script>')
  expect(made).toContain('<style>.a{content:"$&"}</style>')
  const [beforeStart = ''] = made.split('<script>(() =>')
  expect(beforeStart.match(/(?:href|src)="[^"]+"/g)).toEqual(['href="/favicon.svg"'])
  for (const later of ['["/assets/kit.js","/assets/index.js","/assets/login.js"]', '["/assets/kit.css"]'])
    expect(made).toContain(later)
})

test.each(['<script src="/first-paint.js"></script>', '</head>', '<div id="root">', '</body>'])(
  'a document without %s is refused',
  (place) => {
    expect(() => loginDocument(app.replace(place, ''), parts)).toThrow(place)
  },
)
