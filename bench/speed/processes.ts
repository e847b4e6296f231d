import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second, as Linux counts them for programs. */
const ticksPerSecond = 100

interface ProcessFacts {
  pid: number
  parent: number
  cpuSeconds: number
}

function readFacts(pid: number): ProcessFacts | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name, in parentheses, may have anything in it: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      pid,
      parent: Number(fields[1]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    }
  } catch {
    return null
  }
}

/** A process and all that it has started, and these in turn. */
export function familyOf(pid: number): ProcessFacts[] {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readFacts(Number(name)) ?? []) : [],
  )
  const family = all.filter((facts) => facts.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

/** Processor time that a process and all that it has started have used so far. */
export function cpuSecondsOf(pid: number): number {
  return familyOf(pid).reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
}

/** Memory of one process, in MiB, shared libraries included. */
export function residentMiB(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kibibytes) / 1_024
}
