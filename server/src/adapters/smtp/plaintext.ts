/** 127.0.0.0/8, `::1` and the name that stands for both. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Whether what goes to this mail host never leaves the machine, so that nobody could read it on its way. */
export function mayStayPlain(url: string): boolean {
  return loopback.test(new URL(url).hostname)
}
