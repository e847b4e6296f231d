import { limits } from '@almanac/contract/limits'
import { MediaError } from './media-error.ts'
import {
  attributes,
  drawingElements,
  elementsWithReference,
  isId,
  isSafeValue,
  referencedIds,
  svgNamespace,
  xlinkNamespace,
} from './svg-allowed.ts'
import { declarationsFor, readStyleSheet, type StyleRules } from './svg-style.ts'
import { parseSvg, type SvgNode, SvgRefusal } from './svg-tree.ts'

/** Style rules are copied to every element that they meet; this bounds what comes of it. */
const maxResultBytes = 8 * limits.svgMaxBytes
/** How many elements a browser may have to draw once every reference is followed. */
const maxDrawnElements = 20_000

/**
 * The header an SVG of a tenant is served with, beside `X-Content-Type-Options: nosniff`: even a file that came past
 * the sanitiser could then neither run nor load anything.
 */
export const svgContentSecurityPolicy = "sandbox; default-src 'none'"

/**
 * Writes an uploaded SVG anew from an allow-list of elements and attributes: no scripts, handlers, links, foreign
 * content, style sheets or animation, and references only within the file. Colours from `style` and `<style>` become
 * attributes. The result is always XML in UTF-8 and stays the same when it is sanitised again. Throws `MediaError`:
 * `svg_too_large` above 40,960 bytes, else `invalid_svg` with the `reason` `not_utf8`, `not_xml`, `not_svg`,
 * `doctype`, `too_complex`, `reference_loop` or `nothing_to_draw`.
 */
export function sanitiseSvg(input: string | Uint8Array): string {
  const sizeBytes = typeof input === 'string' ? Buffer.byteLength(input) : input.byteLength
  if (sizeBytes > limits.svgMaxBytes) throw new MediaError('svg_too_large', 'too_large')
  const result = trySanitiseSvg(input)
  if ('refused' in result) throw svgRefusal(result.refused)
  return result.svg
}

/** The file written anew, or the reason why not. */
export type SanitisedSvg = { svg: string } | { refused: string }

/** `sanitiseSvg` without its check of the size, with a result that can leave a thread. */
export function trySanitiseSvg(input: string | Uint8Array): SanitisedSvg {
  try {
    const { root, styleSheet } = parseSvg(decode(input))
    clean(root, readStyleSheet(styleSheet))
    assertBounded(root)
    if (!draws(root)) throw new SvgRefusal('nothing_to_draw')
    return { svg: write(root) }
  } catch (error) {
    if (!(error instanceof SvgRefusal)) throw error
    return { refused: error.reason }
  }
}

export function svgRefusal(reason: string): MediaError {
  return new MediaError('invalid_svg', reason, sentences[reason])
}

const sentences: Record<string, string> = {
  doctype: '* Svg files with a DOCTYPE are not supported. Please save it without.',
  too_complex: '* The svg file is too complex.',
  reference_loop: '* The svg file is too complex.',
  nothing_to_draw: '* The svg file contains no drawing. Pictures inside an svg are not supported.',
}

function decode(input: string | Uint8Array): string {
  if (typeof input === 'string') return input.replace(/^\uFEFF/, '')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(input)
  } catch {
    throw new SvgRefusal('not_utf8')
  }
}

/** Leaves of each element what the allow-list names, styles included. */
function clean(node: SvgNode, rules: StyleRules): void {
  const given = node.attributes
  const id = given.get('id')
  const kept = new Map<string, string>()
  if (id && isId(id)) kept.set('id', id)
  for (const [name, value] of given) {
    if (attributes.has(name) && isSafeValue(value)) kept.set(name, value)
  }
  const style = declarationsFor(rules, {
    name: node.name,
    id,
    classNames: given.get('class')?.split(/\s+/).filter(Boolean) ?? [],
    style: given.get('style'),
  })
  for (const [name, value] of style) kept.set(name, value)
  const target = given.get('href') ?? given.get(`{${xlinkNamespace}}href`)
  if (target?.startsWith('#') && isId(target.slice(1)) && elementsWithReference.has(node.name)) {
    kept.set('href', target)
  }
  node.attributes = kept
  for (const child of node.children) if (typeof child !== 'string') clean(child, rules)
}

function draws(node: SvgNode): boolean {
  return (
    drawingElements.has(node.name) || node.children.some((child) => typeof child !== 'string' && draws(child))
  )
}

/** Refuses files that are small but draw without end: a few nested references can stand for millions of elements. */
function assertBounded(root: SvgNode): void {
  const byId = new Map<string, SvgNode>()
  const collect = (node: SvgNode) => {
    const id = node.attributes.get('id')
    if (id && !byId.has(id)) byId.set(id, node)
    for (const child of node.children) if (typeof child !== 'string') collect(child)
  }
  collect(root)
  const counts = new Map<SvgNode, number>()
  const underWay = new Set<SvgNode>()
  const count = (node: SvgNode): number => {
    const known = counts.get(node)
    if (known !== undefined) return known
    if (underWay.has(node)) throw new SvgRefusal('reference_loop')
    underWay.add(node)
    let drawn = 1
    for (const child of node.children) if (typeof child !== 'string') drawn += count(child)
    for (const id of referencesOf(node)) {
      const target = byId.get(id)
      if (target) drawn += count(target)
    }
    if (drawn > maxDrawnElements) throw new SvgRefusal('too_complex')
    underWay.delete(node)
    counts.set(node, drawn)
    return drawn
  }
  count(root)
}

function referencesOf(node: SvgNode): string[] {
  return [...node.attributes].flatMap(([name, value]) =>
    name === 'href' ? [value.slice(1)] : referencedIds(value),
  )
}

function write(root: SvgNode): string {
  const pieces: string[] = []
  let leftBytes = maxResultBytes
  const add = (piece: string) => {
    leftBytes -= piece.length
    if (leftBytes < 0) throw new SvgRefusal('too_complex')
    pieces.push(piece)
  }
  const addNode = (node: SvgNode) => {
    add(node === root ? `<${node.name} xmlns="${svgNamespace}"` : `<${node.name}`)
    for (const [name, value] of node.attributes) add(` ${name}="${escapeXml(value)}"`)
    if (node.children.length === 0) return add('/>')
    add('>')
    for (const child of node.children) typeof child === 'string' ? add(escapeXml(child)) : addNode(child)
    add(`</${node.name}>`)
  }
  addNode(root)
  return pieces.join('')
}

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
