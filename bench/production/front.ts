import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/test/free-port.ts'

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

const given = join(import.meta.dirname, '../../deploy/nginx/almanac.conf')

export interface Front {
  port: number
  stop(): Promise<void>
}

/** nginx as deploy/nginx sets it up, but for TLS, before the sockets of a folder. */
export async function startFront(sockets: string): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-front-'))
  const port = await freePort()
  const text = await readFile(given, 'utf8')
  const own = text
    .replaceAll('/var/lib/almanac/run', sockets)
    .replace(/server \{\s+listen 80;.*?^\}/ms, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*$/gm, '')
  await writeFile(
    join(folder, 'nginx.conf'),
    `worker_processes 2; daemon off; pid ${folder}/pid; error_log ${folder}/error.log warn; user root;
     events { worker_connections 1024; }
     http {
       access_log off; keepalive_requests 100000000; keepalive_timeout 600s;
       client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       ${own}
     }`,
  )
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (let attempt = 0; attempt < 100; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) break
    await wait(50)
  }
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
