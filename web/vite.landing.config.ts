import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Builds the server-rendered pages into one module that Node runs as it is: `dist/landing/render.js`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  // Said outright, as is NODE_ENV below, so that a build under NODE_ENV=test is the same one.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/landing/render.tsx',
    outDir: 'dist/landing',
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    cssMinify: 'lightningcss',
    rolldownOptions: { output: { entryFileNames: 'render.js', codeSplitting: false } },
  },
})
