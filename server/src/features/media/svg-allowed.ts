/** What may stay in an uploaded SVG. Everything that can run, load or animate is left out on purpose. */

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const xlinkNamespace = 'http://www.w3.org/1999/xlink'

const shapes = 'circle ellipse line path polygon polyline rect'
const structure = 'clipPath defs desc g marker mask pattern svg symbol title use'
const paint = 'linearGradient radialGradient stop'
const text = 'text textPath tspan'
const effects =
  'feBlend feColorMatrix feComposite feDropShadow feFlood feGaussianBlur feMerge feMergeNode feOffset filter'

/** Name in the file -> name in the result. Of a link or a switch only its drawing stays. */
export const elements = new Map<string, string>([
  ...words(shapes, structure, paint, text, effects).map((name): [string, string] => [name, name]),
  ['a', 'g'],
  ['switch', 'g'],
])

/** A file that is left with none of these shows nothing. */
export const drawingElements = new Set(words(shapes, 'text use'))
export const elementsWithText = new Set(words('desc text textPath title tspan'))
export const elementsWithReference = new Set(
  words('linearGradient pattern radialGradient textPath use filter'),
)

/** Attributes that CSS can set as well, so that `style` can be turned into them. */
export const presentationAttributes = new Set(
  words(
    'alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters',
    'direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity',
    'font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering',
    'letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type opacity overflow paint-order',
    'shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap',
    'stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering',
    'transform transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode',
  ),
)

export const attributes = new Set([
  ...presentationAttributes,
  ...words(
    'aria-hidden aria-label role version',
    'cx cy d dx dy fr fx fy height offset pathLength points r rx ry width x x1 x2 y y1 y2',
    'clipPathUnits gradientTransform gradientUnits maskContentUnits maskUnits patternContentUnits',
    'patternTransform patternUnits preserveAspectRatio spreadMethod viewBox',
    'markerHeight markerUnits markerWidth orient refX refY',
    'lengthAdjust method rotate spacing startOffset textLength',
    'edgeMode filterUnits in in2 k1 k2 k3 k4 mode operator primitiveUnits result stdDeviation type values',
  ),
])

const functions = new Set(
  words(
    'calc color color-mix hsl hsla hwb lab lch matrix oklab oklch rgb rgba rotate rotatex rotatey scale scalex',
    'scaley skewx skewy translate translatex translatey url var',
  ),
)

const idPattern = '[A-Za-z_][\\w.-]{0,120}'
const idOnly = new RegExp(`^${idPattern}$`)
const localUrl = new RegExp(`url\\(\\s{0,20}(["']?)#(${idPattern})\\1\\s{0,20}\\)`, 'gi')

export function isId(value: string): boolean {
  return idOnly.test(value)
}

/** The ids that a value points at by `url(#id)`. */
export function referencedIds(value: string): string[] {
  return [...value.matchAll(localUrl)].map((match) => match[2] as string)
}

/**
 * Whether an attribute's value can do nothing but describe a drawing: none of the characters with which CSS or a
 * scheme begins something new, only known functions, and `url()` only of something in the same file.
 */
export function isSafeValue(value: string): boolean {
  if (/[\\<>{};:@]|\/\*/.test(value)) return false
  const rest = value.replace(localUrl, '')
  if (/url\s*\(/i.test(rest)) return false
  return rest
    .split('(')
    .slice(0, -1)
    .every((before) => {
      const name = lastWord(before)
      return name === '' || functions.has(name.toLowerCase())
    })
}

/** By hand, because a search for a word before a bracket takes quadratic time on a long one. */
function lastWord(text: string): string {
  let start = text.length
  while (start > 0 && /[\w-]/.test(text[start - 1] as string)) start -= 1
  return text.slice(start)
}

function words(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
