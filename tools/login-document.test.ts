import { expect, test } from 'vitest'
import { loginDocument } from './login-document.ts'

const app = `<html><head>
    <script type="module" src="/assets/index.js"></script>
    <link rel="stylesheet" href="/assets/kit.css">
  </head><body><div id="root"></div></body></html>`

const manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/kit.css'] },
  _screen: {
    file: 'assets/screen.js',
    css: ['assets/screen.css', 'assets/kit.css'],
    imports: ['index.html'],
  },
  'src/features/identity/login-page.tsx': { file: 'assets/login.js', imports: ['_screen'] },
}

test('the frame stands before the app, out of reach, with what it needs beside the app', () => {
  const made = loginDocument(app, manifest, '<main>Login</main>')
  expect(made).toContain('<div id="frame" inert><main>Login</main></div>\n    <div id="root"></div>')
  expect(made.match(/href="[^"]+"/g)).toEqual([
    'href="/assets/kit.css"',
    'href="/assets/screen.css"',
    'href="/assets/screen.js"',
    'href="/assets/login.js"',
  ])
})

test('a document without a place for it is refused', () => {
  expect(() => loginDocument('<head></head>', manifest, '')).toThrow('no #root')
})
