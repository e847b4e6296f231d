import { totalmem } from 'node:os'
import process from 'node:process'

const mebibyte = 1024 * 1024

/**
 * How a server for this product alone is set on this machine. What commits is on disk before it is answered, unless
 * `durable` is off, for tests.
 *
 * Sizes follow https://www.postgresql.org/docs/current/runtime-config-resource.html; memory is only taken as it is used.
 */
export function serverSettings(server: {
  port: number
  durable: boolean
  clusterDir: string
}): Record<string, string | number> {
  const { port, durable, clusterDir } = server
  const memory = memoryMiB()
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder(clusterDir) ?? '',
    max_connections: 200,
    shared_buffers: `${within(64, Math.round(memory / 8), 1024)}MB`,
    effective_cache_size: `${within(256, Math.round(memory / 2), 16_384)}MB`,
    // Disks of today find a page anywhere as quickly as the next one.
    random_page_cost: 1.1,
    // Compiling a plan costs more than any statement of the product takes.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Folders in containers often have a tiny /dev/shm, which the default would use.
    dynamic_shared_memory_type: 'mmap',
    ...(durable ? {} : { wal_level: 'minimal', max_wal_senders: 0, autovacuum: 'off' }),
  }
}

/** What the machine, or the container that we are in, has. */
function memoryMiB(): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return bytes / mebibyte
}

function within(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most))
}

/** Of a socket's whole name, `/.s.PGSQL.65535` included; the least of the systems that we run on, macOS. */
const socketPathMax = 103

/**
 * The folder of the server's Unix socket, which spares each round trip the network's share. Whoever may enter the
 * cluster's folder is the server's own user, or root.
 *
 * @returns undefined where the folder's name is too long for a socket, or would read as a list
 */
export function socketFolder(clusterDir: string): string | undefined {
  const isUsable = Buffer.byteLength(`${clusterDir}/.s.PGSQL.65535`) <= socketPathMax
  return isUsable && !/[",\s]/.test(clusterDir) ? clusterDir : undefined
}
