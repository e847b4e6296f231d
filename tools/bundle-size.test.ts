import { expect, test } from 'vitest'
import { staticClosure } from './bundle-size.ts'

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['index.html'] },
  'src/login.tsx': { file: 'assets/login.js', imports: ['index.html', '_forms.js'] },
  '_forms.js': { file: 'assets/forms.js', imports: ['_shared.js'] },
  'src/reports.tsx': { file: 'assets/reports.js', imports: ['index.html'] },
  'src/font.woff2': { file: 'assets/font.woff2' },
}

test('a route weighs its own chunk and all that it and the entry import, each once, circles included', () => {
  expect(staticClosure(manifest, ['index.html', 'src/login.tsx']).sort()).toEqual([
    'assets/forms.js',
    'assets/index.js',
    'assets/login.js',
    'assets/shared.js',
  ])
})

test('other routes and files that are no script do not count', () => {
  expect(staticClosure(manifest, ['src/reports.tsx', 'src/font.woff2'])).not.toContain('assets/font.woff2')
  expect(staticClosure(manifest, ['src/reports.tsx'])).not.toContain('assets/login.js')
})

test('a route that is not in the build is an error, not a light one', () => {
  expect(() => staticClosure(manifest, ['src/gone.tsx'])).toThrow('The manifest has no src/gone.tsx.')
})
