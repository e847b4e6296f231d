/** The drawings of the demo data as SVG text; `make-demo-images.ts` turns them into files. */

/** The colours of one tenant's pictures: its accent on the product's night. */
export type DrawingColours = {
  readonly night: string
  readonly nightDeep: string
  readonly nightHill: string
  readonly nightShade: string
  readonly nightRule: string
  readonly star: string
  readonly accent: string
  /** The accent as a mark that stands out from paper and from night alike. */
  readonly mark: string
}

type Point = { readonly x: number; readonly y: number }

/** Two decimals are a hundredth of a pixel: enough, and short. */
const round = (value: number): number => Math.round(value * 100) / 100

/** Numbers between 0 and 1 that come out the same on every run (Lehmer's generator). */
function* drawNumbers(seed: number): Generator<number, never> {
  let state = seed
  while (true) {
    state = (state * 48_271) % 2_147_483_647
    yield state / 2_147_483_647
  }
}

function drawCanvas(width: number, height: number, body: readonly string[]): string {
  const box = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box} fill="none" stroke-linecap="round">${body.join('')}</svg>`
}

function drawPath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

/** Ticks around a centre, as on the rim of the landing's wheel: every fifth longer. */
function drawTicks(centre: Point, radius: number, count: number, colour: string, skip = 0): string {
  const marks = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI
    const length = index % 5 === 0 ? 13 : 7
    const from = { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) }
    const reach = radius + length
    return `M${round(from.x)} ${round(from.y)}L${round(centre.x + reach * Math.cos(angle))} ${round(centre.y + reach * Math.sin(angle))}`
  })
  return `<path d="${marks.slice(skip).join('')}" stroke="${colour}" stroke-width="1.5"/>`
}

function drawStars(
  count: number,
  seed: number,
  area: { width: number; height: number },
  isFree: (at: Point) => boolean,
  colour: string,
): string {
  const numbers = drawNumbers(seed)
  const stars: string[] = []
  while (stars.length < count) {
    const at = { x: numbers.next().value * area.width, y: numbers.next().value * area.height }
    const size = numbers.next().value
    if (!isFree(at)) continue
    const radius = round(1 + size * size * 1.9)
    stars.push(
      `<circle cx="${round(at.x)}" cy="${round(at.y)}" r="${radius}" fill="${colour}" fill-opacity="${round(0.45 + size * 0.55)}"/>`,
    )
  }
  return stars.join('')
}

/**
 * A package's picture, 800 x 400: the moon, lit from the right by the given share of its disc, in a ring of ticks.
 */
export function drawMoon(litShare: number, starSeed: number, colours: DrawingColours): string {
  const centre = { x: 400, y: 200 }
  const radius = 132
  const top = `${centre.x} ${centre.y - radius}`
  const bottom = `${centre.x} ${centre.y + radius}`
  // The terminator is half an ellipse: bulging into the lit side before the half moon, out of it after.
  const terminator = round(radius * Math.abs(1 - 2 * litShare))
  const sweep = litShare < 0.5 ? 0 : 1
  const lit = `M${top}A${radius} ${radius} 0 0 1 ${bottom}A${terminator} ${radius} 0 0 ${sweep} ${top}Z`
  const isClear = (at: Point) =>
    Math.hypot(at.x - centre.x, at.y - centre.y) > 185 && at.x > 14 && at.x < 786 && at.y > 14 && at.y < 386
  return drawCanvas(800, 400, [
    `<rect width="800" height="400" fill="${colours.night}"/>`,
    drawStars(26, starSeed, { width: 800, height: 400 }, isClear, colours.star),
    drawTicks(centre, 152, 120, colours.nightRule),
    `<circle cx="${centre.x}" cy="${centre.y}" r="${radius}" fill="${colours.nightShade}"/>`,
    `<path d="${lit}" fill="${colours.accent}"/>`,
  ])
}

/** A long ridge across 1200 px, filled below: three slow waves laid over each other. */
function drawRidge(
  baseline: number,
  rise: number,
  phase: number,
  colours: { fill: string; line: string },
): string {
  const points = Array.from({ length: 81 }, (_, step): Point => {
    const along = (step / 80) * 2 * Math.PI
    const wave =
      Math.sin(along * 1.1 + phase) * 0.55 +
      Math.sin(along * 2.7 + phase * 2.3) * 0.3 +
      Math.sin(along * 5.9 + phase * 0.6) * 0.15
    return { x: (step / 80) * 1220 - 10, y: baseline - rise * wave }
  })
  const line = drawPath(points)
  return `<path d="${line}V810H-10Z" fill="${colours.fill}"/><path d="${line}" stroke="${colours.line}" stroke-width="1.5"/>`
}

/**
 * Aurora's picture, 1200 x 800: a curtain of northern lights drawn as threads, over two dark ridges.
 */
export function drawAuroraLandscape(colours: DrawingColours): string {
  const threads = Array.from({ length: 15 }, (_, index) => {
    const depth = index / 14
    const points = Array.from({ length: 121 }, (_, step): Point => {
      const along = step / 120
      const gather = 0.22 + 0.78 * (1 - Math.exp(-(((along - 0.46) / 0.3) ** 2)))
      const fold = Math.sin(along * 5.4 + 0.7 + depth * 1.1) * 62 * (0.4 + along)
      const y = 330 - along * 130 + fold + (depth - 0.35) * 350 * gather
      return { x: along * 1220 - 10, y }
    })
    const opacity = round(0.28 + 0.72 * depth)
    return `<path d="${drawPath(points)}" stroke="${colours.accent}" stroke-opacity="${opacity}" stroke-width="${round(1.4 + depth * 1.5)}"/>`
  })
  return drawCanvas(1200, 800, [
    `<rect width="1200" height="800" fill="${colours.night}"/>`,
    drawStars(46, 71, { width: 1200, height: 420 }, (at) => at.y > 18, colours.star),
    ...threads,
    drawRidge(640, 52, 0.9, { fill: colours.nightHill, line: colours.nightRule }),
    drawRidge(716, 44, 3.6, { fill: colours.nightDeep, line: colours.nightRule }),
  ])
}

/**
 * Northstar's picture, 1200 x 800: star trails around the pole, over a calm sea. Every trail has the same angle,
 * 30 degrees, as the sky turns in two hours.
 */
export function drawNorthstarSea(colours: DrawingColours): string {
  const pole = { x: 470, y: 262 }
  const numbers = drawNumbers(1_987)
  const trails = Array.from({ length: 64 }, (_, index) => {
    const radius = 46 + index * 12.6
    const count = index < 8 ? 2 : 3
    const first = numbers.next().value * 2 * Math.PI
    const weight = numbers.next().value
    const arcs = Array.from({ length: count }, (_, turn) => {
      const from = first + (turn * 2 * Math.PI) / count + (numbers.next().value - 0.5)
      const at = (angle: number) =>
        `${round(pole.x + radius * Math.cos(angle))} ${round(pole.y + radius * Math.sin(angle))}`
      return `M${at(from)}A${round(radius)} ${round(radius)} 0 0 1 ${at(from + Math.PI / 6)}`
    })
    const colour = index % 4 === 0 ? colours.star : colours.accent
    return `<path d="${arcs.join('')}" stroke="${colour}" stroke-opacity="${round(0.3 + 0.65 * weight)}" stroke-width="${round(1.3 + weight * 1.3)}"/>`
  })
  const waves = Array.from({ length: 26 }, (_, index) => {
    const depth = index / 25
    const half = (24 + numbers.next().value * 74) * (1 + depth * 0.7)
    const centre = pole.x + (numbers.next().value - 0.5) * (150 + depth * 420)
    return `M${round(centre - half)} ${round(624 + depth * depth * 156)}h${round(half * 2)}`
  })
  return drawCanvas(1200, 800, [
    `<rect width="1200" height="800" fill="${colours.night}"/>`,
    ...trails,
    drawStarShape(pole, 26, 5.2, colours.star),
    `<rect y="606" width="1200" height="194" fill="${colours.nightDeep}"/>`,
    `<path d="M0 606H1200" stroke="${colours.nightRule}" stroke-width="1.5"/>`,
    `<path d="M740 606l58-26 42 9 66-47 74 33 48-17 92 30 90-16V606Z" fill="${colours.nightDeep}" stroke="${colours.nightRule}" stroke-width="1.5"/>`,
    `<path d="${waves.join('')}" stroke="${colours.nightRule}" stroke-width="1.5"/>`,
  ])
}

/** A star of four points. */
function drawStarShape(centre: Point, reach: number, waist: number, colour: string): string {
  const points = Array.from({ length: 8 }, (_, index): Point => {
    const angle = (index * Math.PI) / 4
    const radius = index % 2 === 0 ? reach : waist * Math.SQRT2
    return { x: centre.x + radius * Math.sin(angle), y: centre.y - radius * Math.cos(angle) }
  })
  return `<path d="${drawPath(points)}Z" fill="${colour}"/>`
}

/** Aurora's mark, 200 x 100: the sun half risen, two rings and seven rays, as a week has mornings. */
export function drawRisingSunMark(colours: DrawingColours): string {
  const rays = Array.from({ length: 7 }, (_, index) => {
    const angle = Math.PI * (1 + (index + 0.5) / 7)
    const at = (radius: number) =>
      `${round(100 + radius * Math.cos(angle))} ${round(86 + radius * Math.sin(angle))}`
    return `M${at(58)}L${at(78)}`
  })
  return drawCanvas(200, 100, [
    `<g stroke="${colours.mark}" stroke-width="6"><path d="M10 93H190"/>`,
    `<path d="M54 93V86A46 46 0 0 1 146 86V93"/><path d="M76 93V86A24 24 0 0 1 124 86V93"/>`,
    `<path d="${rays.join('')}"/></g>`,
  ])
}

/** Northstar's mark, 200 x 100: the pole star between two trails, over the horizon. */
export function drawNorthStarMark(colours: DrawingColours): string {
  return drawCanvas(200, 100, [
    drawStarShape({ x: 100, y: 44 }, 42, 8.5, colours.mark),
    `<g stroke="${colours.mark}" stroke-width="6"><path d="M10 93H190"/>`,
    `<path d="M29 73A75 75 0 0 1 64 13"/><path d="M171 73A75 75 0 0 0 136 13"/></g>`,
  ])
}
