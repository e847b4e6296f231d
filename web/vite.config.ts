import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress, preloadFont, zodWithoutJsonSchema } from '../tools/vite-plugins.ts'

const app = process.env.APP_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont('besley-latin-400-normal'), precompress(), zodWithoutJsonSchema()],
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
  },
})
