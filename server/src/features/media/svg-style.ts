import { isSafeValue, presentationAttributes } from './svg-allowed.ts'
import { SvgRefusal } from './svg-tree.ts'

/** Drawing programs put colours into `<style>` and `style`; these are turned into plain attributes. */

export type Declarations = ReadonlyArray<readonly [name: string, value: string]>
/** The blocks of declarations by selector, in the order of the file. */
export type StyleRules = ReadonlyMap<string, readonly Declarations[]>

/** Each block of a selector costs time at every element that it matches. */
const maxBlocksOfSelector = 100
const simpleSelector = /^(?:[.#]?[A-Za-z_][\w-]*|\*)$/

/**
 * Reads a style sheet into its rules by simple selector: `.class`, `#id`, `element`, `*`. Rules with any other
 * selector, and at-rules with all that is in them, are left out: a drawing may lose a colour, but nothing can load.
 * Throws `SvgRefusal` `too_complex` for a selector that is repeated more often than any program does.
 */
export function readStyleSheet(css: string): StyleRules {
  const rules = new Map<string, Declarations[]>()
  const source = withoutComments(css)
  let position = 0
  for (;;) {
    const open = source.indexOf('{', position)
    if (open === -1) return rules
    const prelude = source.slice(position, open)
    const afterStatements = prelude.slice(prelude.lastIndexOf(';') + 1).trim()
    if (afterStatements.startsWith('@')) {
      position = endOfBlock(source, open)
      continue
    }
    const close = source.indexOf('}', open)
    if (close === -1) return rules
    const declarations = readDeclarations(source.slice(open + 1, close))
    for (const selector of new Set(afterStatements.split(',').map((part) => part.trim()))) {
      if (!simpleSelector.test(selector)) continue
      const blocks = rules.get(selector) ?? []
      if (blocks.push(declarations) > maxBlocksOfSelector) throw new SvgRefusal('too_complex')
      rules.set(selector, blocks)
    }
    position = close + 1
  }
}

/** The declarations that may become attributes, with harmless values. */
export function readDeclarations(css: string): Declarations {
  return withoutComments(css)
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':')
      if (colon === -1) return []
      const name = declaration.slice(0, colon).trim().toLowerCase()
      const value = declaration
        .slice(colon + 1)
        .replace('!important', '')
        .trim()
      return presentationAttributes.has(name) && isSafeValue(value) ? [[name, value] as const] : []
    })
}

/** The declarations for one element, weakest first. */
export function declarationsFor(
  rules: StyleRules,
  element: { name: string; id?: string; classNames: readonly string[]; style?: string },
): Declarations {
  const selectors = ['*', element.name, ...element.classNames.map((name) => `.${name}`), `#${element.id}`]
  // Each block once, where it is strongest: a class named a thousand times must not cost a thousand times.
  const blocks = new Set<Declarations>()
  for (const block of [...new Set(selectors)].flatMap((selector) => rules.get(selector) ?? [])) {
    blocks.delete(block)
    blocks.add(block)
  }
  return [...blocks, readDeclarations(element.style ?? '')].flat()
}

function withoutComments(css: string): string {
  let kept = ''
  let position = 0
  for (;;) {
    const open = css.indexOf('/*', position)
    if (open === -1) return kept + css.slice(position)
    kept += css.slice(position, open)
    const close = css.indexOf('*/', open + 2)
    if (close === -1) return kept
    position = close + 2
  }
}

function endOfBlock(source: string, open: number): number {
  let depth = 0
  for (let i = open; i < source.length; i += 1) {
    if (source[i] === '{') depth += 1
    if (source[i] === '}') depth -= 1
    if (depth === 0) return i + 1
  }
  return source.length
}
