import { copyFile, open, stat, truncate } from 'node:fs/promises'

const maxBytes = 8_000_000
const checkEveryMs = 60_000

export interface ServerLog {
  /** Given to the server as its output: it goes on writing there when we are gone. */
  fd: number
  /** What was written from `offset` on, at most the last 2,000 characters: for an error that a person reads. */
  readFrom(offset: number): Promise<string>
  size(): Promise<number>
  close(): Promise<void>
}

/**
 * Opens PostgreSQL's log, kept below twice 8 MB: a full file becomes `<file>.1`. It is emptied rather than renamed,
 * since the server holds it open, in append mode.
 */
export async function openServerLog(file: string): Promise<ServerLog> {
  const handle = await open(file, 'a+', 0o600)
  const size = async () => (await stat(file)).size
  const rotate = async () => {
    if ((await size()) < maxBytes) return
    await copyFile(file, `${file}.1`)
    await truncate(file)
  }
  await rotate()
  const timer = setInterval(() => void rotate().catch(() => undefined), checkEveryMs)
  timer.unref()
  return {
    fd: handle.fd,
    size,
    async readFrom(offset) {
      const length = Math.max(0, (await size()) - offset)
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, offset)
      return buffer.toString('utf8').trim().slice(-2_000)
    },
    async close() {
      clearInterval(timer)
      await handle.close()
    },
  }
}
