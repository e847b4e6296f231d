import { policyHash } from '../../platform/http/policy-hash.ts'
import type { InlineHashes } from '../../platform/http/security-headers.ts'

/** The hashes of what stands in a document of ours itself, in the form that a policy has them. */
export function hashInline(html: string): InlineHashes {
  return { script: hashesOf(html, 'script'), style: hashesOf(html, 'style') }
}

function hashesOf(html: string, element: keyof InlineHashes): string[] {
  const contents = html.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))
  return Array.from(contents, ([, content = '']) => policyHash(content))
}
