import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/test/free-port.ts'

/** What is measured beside the product, in the same run. */
export interface Baseline {
  name: string
  port: number
  pid: number
  stop(): Promise<void>
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await wait(50)
  }
  throw new Error('A baseline did not start')
}

function stopOf(child: ChildProcess): () => Promise<void> {
  return async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

/** Fastify with one route that answers a few bytes of JSON, and a file server of the same kind. */
export async function startBareNode(name: 'bare-fastify' | 'file-server', file = ''): Promise<Baseline> {
  const port = await freePort()
  const entry = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = fork(entry, [String(port), file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await untilListening(port)
  const names = { 'bare-fastify': 'bare Fastify', 'file-server': "Node's own streams" }
  return { name: names[name], port, pid: child.pid ?? 0, stop: stopOf(child) }
}

export const hasNginx = spawnSync('nginx', ['-v']).status === 0

interface Proxied {
  /** Of the product that reads no file by itself. */
  port: number
  folder: string
  prefix: string
}

/** nginx over the folder of a file; and in front of the product, where that leaves its files to it. */
export async function startNginx(file: string, behind?: Proxied): Promise<Baseline> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'almanac-nginx-'))
  const front = behind
    ? `location / { proxy_pass http://product; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host localhost; }
       location ${behind.prefix} { internal; alias ${behind.folder}/; }`
    : `location / { root ${dirname(file)}; }`
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr error; user root;
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
       client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
       ${behind ? `upstream product { server 127.0.0.1:${behind.port}; keepalive 64; }` : ''}
       server { listen 127.0.0.1:${port}; ${front} }
     }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] })
  await untilListening(port)
  const stop = stopOf(child)
  return {
    name: 'nginx',
    port,
    pid: child.pid ?? 0,
    stop: () => stop().then(() => rm(folder, { recursive: true, force: true })),
  }
}
