import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'vite'

/**
 * `npm run dev`: the product with reload on both sides. The browser talks to Vite on PORT, which serves the web app from
 * its sources and hands everything else on to the server, restarted whenever one of its files changes.
 */
const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
const publicUrl = `http://localhost:${port}`
const serverPort = await findFreePort()
const serverUrl = `http://127.0.0.1:${serverPort}`

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    // A session of its own: Ctrl-C reaches us alone, and we end it in order.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: process.env.PUBLIC_URL ?? publicUrl },
  },
)
const ended = once(server, 'exit')
process.once('exit', () => server.kill())

process.env.APP_URL = serverUrl
const vite = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  clearScreen: false,
  server: {
    port,
    strictPort: true,
    proxy: Object.fromEntries(serverPaths().map((path) => [path, serverUrl])),
  },
})
await vite.listen()
console.log(
  `Almanac with reload is at ${publicUrl} as soon as its server, on ${serverUrl}, says that it is ready.`,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Vite would end the process at once, before the server and its database have ended.
  process.removeAllListeners(signal)
  process.once(signal, async () => {
    server.kill()
    await Promise.all([ended, vite.close()])
    process.exit(0)
  })
}

/** What the server renders or answers itself: the API, its documents, and the landing page of each tenant. */
function serverPaths(): string[] {
  const landing = '^/(?!admin(/|\\?|$))[A-Za-z0-9-]*/?(\\?.*)?$'
  return [
    landing,
    '/v1',
    '/sandbox',
    '/docs',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/assets',
    '/fonts/',
  ]
}

async function findFreePort(): Promise<number> {
  const probe = createTcpServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1.')
  return address.port
}
