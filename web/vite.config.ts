import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  dateWordsInEnglish,
  endpointsWithoutShapes,
  gregorianCalendarAlone,
  phonesOfNorthAmerica,
  precompress,
  preloadFont,
  zodWithoutJsonSchema,
} from '../tools/vite-plugins.ts'

const app = process.env.APP_URL ?? 'http://localhost:3000'

/** What every screen stands on, in a chunk that stays the same from release to release. */
const libraries = /node_modules\/(react|react-dom|scheduler|react-router)\//

/** What both stand on: a group takes with it what it imports. */
const facts = /contract\/src\/(accent|duration|errors|file-refusals|limits|pages|time-zones)\.ts$/

/** What forms are checked by: it comes after the first screen. */
const rules =
  /node_modules\/zod\/|web\/src\/api\/zod-without-eval\.ts|contract\/src\/([\w-]+\.ts\?rules|(fields|primitives)\.ts)$/

/**
 * What the sign-in screens share with nearly every other one. Left to itself the bundler makes a chunk of each set of
 * sharers; a dozen small files compress worse than one, and the login route has a budget (tools/bundle-size.ts).
 */
const kit = new RegExp(
  [
    'web/src/api/(api-error|call|failure-text|field-refusal|session|stored-user|tenant-details|transport|url)\\.ts',
    'web/src/ui/(after-press|button|checkbox|class-names|confirm-dialog|dense-area|dialog-frame|error-state|field|form-frame|form-schema|format|icon|icon-button|leave-behind)\\.tsx?',
    'web/src/ui/(modal-stack|name-field|offline-bar|page-head|password-pair|pending-ticks|phone-number|sign-icon|site-title|skeleton|text-field)\\.tsx?',
    'web/src/ui/(text-button|toast-store|tooltip|use-checked|use-error-focus|use-form|use-modal)\\.tsx?',
    'web/src/landing/sign-drawings\\.ts',
    'contract/src/(identity|profile|storefront|tenants)\\.ts$',
    '@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes|icons/Icon(ArrowLeft|Refresh))\\.',
    'vite/preload-helper',
  ].join('|'),
)

/**
 * What at least three chunks of the screens behind the sign-in share, in one. Left to itself the bundler makes seventy files of
 * it: more requests, and more bytes in all, though fewer for the first of the screens.
 */
const behindSignIn =
  /@tabler\/icons-react\/dist\/esm\/icons\/|contract\/src\/|web\/src\/(api|ui)\/(?!date-pickers)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    endpointsWithoutShapes(),
    preloadFont('besley-latin-400-normal'),
    precompress(),
    zodWithoutJsonSchema(),
    dateWordsInEnglish(),
    gregorianCalendarAlone(),
    phonesOfNorthAmerica(),
  ],
  resolve: {
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'src/api/zod-without-eval.ts') }],
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/v1', '/sandbox', '/events', '/fonts/'].map((path) => [path, app])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // light-dark() in style sheets: the oldest browsers that have it.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, priority: 2 },
            { name: 'facts', test: facts, priority: 4 },
            { name: 'rules', test: rules, priority: 3 },
            { name: 'kit', test: kit, priority: 1 },
            { name: 'behind-sign-in', test: behindSignIn, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
