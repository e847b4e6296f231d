import { createHash } from 'node:crypto'

/** What of a page's own scripts and style sheets a policy allows, each by its hash. */
export interface InlineHashes {
  script: readonly string[]
  style: readonly string[]
}

/** The hashes of what stands in a document of ours itself, in the form that a policy has them. */
export function hashInline(html: string): InlineHashes {
  return { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') }
}

function hashesOf(html: string, element: keyof InlineHashes): string[] {
  const contents = [...html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))]
  return contents.map(([, content = '']) => {
    const hash = createHash('sha256').update(content).digest('base64')
    return `'sha256-${hash}'`
  })
}
