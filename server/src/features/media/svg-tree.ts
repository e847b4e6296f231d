import sax, { type QualifiedTag, type SAXOptions } from 'sax'
import { elements, elementsWithText, svgNamespace } from './svg-allowed.ts'

export type SvgNode = {
  name: string
  /** All attributes of the file, by name; those of a namespace as `{namespace}name`. */
  attributes: Map<string, string>
  children: Array<SvgNode | string>
}

export type SvgTree = { root: SvgNode; styleSheet: string }

/** Why a file was refused; becomes the `reason` of the error. */
export class SvgRefusal extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The SVG was refused: ${reason}`)
    this.name = 'SvgRefusal'
    this.reason = reason
  }
}

const maxDepth = 64
const maxElements = 5_000

/**
 * Parses an SVG as strict XML and keeps only the elements on the allow-list; what stands in the others is gone, apart
 * from the text of style elements, which is gathered. Throws `SvgRefusal`.
 */
export function parseSvg(text: string): SvgTree {
  const builder = new TreeBuilder()
  const parser = sax.parser(true, { xmlns: true, strictEntities: true } as SAXOptions)
  parser.onerror = () => {
    throw new SvgRefusal('not_xml')
  }
  parser.ondoctype = () => {
    throw new SvgRefusal('doctype')
  }
  parser.onsgmldeclaration = () => {
    throw new SvgRefusal('doctype')
  }
  parser.onopentag = (tag) => builder.open(tag as QualifiedTag)
  parser.onclosetag = () => builder.close()
  parser.ontext = (data) => builder.text(data)
  parser.oncdata = (data) => builder.text(data)
  parser.write(text).close()
  return builder.finish()
}

type Entry = SvgNode | 'style' | undefined

class TreeBuilder {
  #root: SvgNode | undefined
  /** One for each open element; undefined for one that is dropped with all that is in it. */
  readonly #open: Entry[] = []
  #styleSheet = ''
  #elementCount = 0

  open(tag: QualifiedTag): void {
    this.#elementCount += 1
    if (this.#open.length >= maxDepth || this.#elementCount > maxElements) throw new SvgRefusal('too_complex')
    const parent = this.#open.at(-1)
    const entry = tag.uri === svgNamespace ? entryFor(tag) : undefined
    if (this.#open.length === 0) {
      if (this.#root) throw new SvgRefusal('not_xml')
      if (typeof entry !== 'object' || entry.name !== 'svg') throw new SvgRefusal('not_svg')
      this.#root = entry
      this.#open.push(entry)
    } else if (typeof parent === 'object') {
      if (typeof entry === 'object') parent.children.push(entry)
      this.#open.push(entry)
    } else this.#open.push(undefined)
  }

  close(): void {
    this.#open.pop()
  }

  text(data: string): void {
    const current = this.#open.at(-1)
    if (current === 'style') this.#styleSheet += `${data}\n`
    else if (current && elementsWithText.has(current.name)) current.children.push(data)
  }

  finish(): SvgTree {
    if (!this.#root) throw new SvgRefusal('not_xml')
    return { root: this.#root, styleSheet: this.#styleSheet }
  }
}

function entryFor(tag: QualifiedTag): Entry {
  if (tag.local === 'style') return 'style'
  const name = elements.get(tag.local)
  return name === undefined ? undefined : { name, attributes: attributesOf(tag), children: [] }
}

function attributesOf(tag: QualifiedTag): Map<string, string> {
  return new Map(
    Object.values(tag.attributes).map(({ local, uri, value }) => [uri ? `{${uri}}${local}` : local, value]),
  )
}
