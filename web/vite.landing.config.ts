import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the server-rendered pages into one module that Node runs as it is: `dist/landing/render.js`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [react()],
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
