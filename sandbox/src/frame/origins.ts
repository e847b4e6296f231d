import type { SandboxOptions } from '../options.ts'

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/** Whether a page of this origin may embed the frames; without a configured list, this machine's own may. */
export function mayEmbed(options: SandboxOptions, origin: string): boolean {
  return options.appOrigins.length > 0 ? options.appOrigins.includes(origin) : loopback.test(origin)
}

/** The `frame-ancestors` of the frames. */
export function frameAncestors(options: SandboxOptions): string {
  if (options.appOrigins.length > 0) return options.appOrigins.join(' ')
  return 'http://localhost:* http://127.0.0.1:*'
}
