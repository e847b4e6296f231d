/** Markup that is safe to put into a page as it is. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Piece = Markup | string | number | null | undefined | false | Piece[]

/** A template for pages: everything put in is escaped, unless it is markup made by this very function. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Markup {
  let text = strings[0] ?? ''
  for (const [index, piece] of pieces.entries()) text += render(piece) + (strings[index + 1] ?? '')
  return new Markup(text)
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return ''
  if (Array.isArray(piece)) return piece.map(render).join('')
  return piece instanceof Markup ? piece.text : escapeText(String(piece))
}

/** Escapes a text for element content and quoted attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
