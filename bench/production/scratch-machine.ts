import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What the pages of the deployment install: gone from the scratch machine before it begins. */
const installedLater = ['nginx*', 'postgresql*', 'supervisor', 'pgbouncer']

export interface ScratchMachine {
  /** Copies a file or folder of this machine. */
  put(from: string, to: string): Promise<void>
  /**
   * Runs a script of bash as root in which the first failure is the end, and leaves running what it starts.
   * @throws Error with the end of what it said.
   */
  run(script: string, environment: Record<string, string>): Promise<string>
  /** Ends every process that was started on it, and removes it. */
  close(): Promise<void>
}

/**
 * This machine once more, without the programs that a deployment installs: what is written there is written nowhere else.
 * It shares the network, and needs root.
 */
export async function openScratchMachine(host: string): Promise<ScratchMachine> {
  const base = await mkdtemp(join(tmpdir(), 'almanac-scratch-'))
  const root = join(base, 'root')
  for (const name of ['root', 'upper', 'work']) await mkdir(join(base, name))
  const { holder, pid } = await openNamespaces()
  const enter = ['--target', String(pid), '--mount', '--pid']
  const put = async (from: string, to: string) => {
    await run('nsenter', [...enter, 'cp', '--recursive', from, join(root, to)])
  }
  const machine: ScratchMachine = {
    put,
    async run(script, environment) {
      await writeFile(join(base, 'script.sh'), `set -euo pipefail\n${script}`)
      await put(join(base, 'script.sh'), '/script.sh')
      const output = await open(join(base, 'output'), 'w+')
      // Not a pipe: what the script leaves running keeps it open.
      const child = spawn('nsenter', [...enter, 'chroot', root, 'bash', '-c', 'cd /root && . /script.sh'], {
        env: { ...process.env, HOME: '/root', ...environment },
        stdio: ['ignore', output.fd, output.fd],
      })
      const [code] = await once(child, 'exit')
      const said = await readFile(join(base, 'output'), 'utf8')
      await output.close()
      if (code !== 0) throw new Error(`The script ended with ${code}:\n${said.slice(-4_000)}`)
      return said
    },
    async close() {
      const ended = once(holder, 'exit')
      holder.kill('SIGKILL')
      await ended
      await rm(base, { recursive: true, force: true })
    },
  }
  try {
    await run('nsenter', [...enter, 'bash', '-c', mounts(base)])
    await machine.run(withoutPrograms(host), {})
    return machine
  } catch (error) {
    await machine.close()
    throw error
  }
}

/** A process in namespaces of its own: with it ends whatever was started in them, and what was mounted is gone. */
async function openNamespaces(): Promise<{ holder: ChildProcess; pid: number }> {
  const words = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child', '--mount-proc']
  const holder = spawn('unshare', [...words, 'bash', '-c', 'echo ready; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8')
  return { holder, pid: Number(children.trim().split(' ')[0]) }
}

const mounts = (base: string) => `set -e
mount -t overlay overlay -o lowerdir=/,upperdir=${base}/upper,workdir=${base}/work ${base}/root
for folder in proc dev sys; do mount --rbind /$folder ${base}/root/$folder; done
mount -t tmpfs tmpfs ${base}/root/tmp
cp --remove-destination /etc/resolv.conf ${base}/root/etc/resolv.conf`

const withoutPrograms = (host: string) => `
rm -f /etc/hosts
printf '%s\\n' '127.0.0.1 localhost' '127.0.0.1 ${host}' > /etc/hosts
DEBIAN_FRONTEND=noninteractive apt-get purge --yes ${installedLater.map((name) => `'${name}'`).join(' ')}
rm -rf /var/lib/postgresql /etc/postgresql /etc/nginx /etc/supervisor`
