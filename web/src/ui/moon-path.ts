/**
 * The lit part of the Moon as an SVG path on a 24 x 24 field, as seen from the northern hemisphere.
 *
 * @param phase 0 and 1 new, 0.25 first quarter, 0.5 full, 0.75 last quarter
 */
export function moonPath(phase: number): string {
  const turn = ((phase % 1) + 1) % 1
  const waxing = turn < 0.5
  const cosine = Math.cos(2 * Math.PI * turn)
  const gibbous = cosine < 0
  const terminator = Math.round(Math.abs(cosine) * 10.5 * 100) / 100
  const limbSweep = waxing ? 1 : 0
  const backSweep = waxing === gibbous ? 1 : 0
  return `M12 1.5A10.5 10.5 0 0 ${limbSweep} 12 22.5A${terminator} 10.5 0 0 ${backSweep} 12 1.5Z`
}

/** The phase's everyday name. */
export function moonName(phase: number): string {
  const names = [
    'New Moon',
    'Waxing crescent',
    'First quarter',
    'Waxing gibbous',
    'Full Moon',
    'Waning gibbous',
    'Last quarter',
    'Waning crescent',
  ]
  const eighth = Math.round((((phase % 1) + 1) % 1) * 8) % 8
  return names[eighth] ?? 'New Moon'
}
