import { limits } from '@almanac/contract/limits'
import { parseApart } from '../../platform/parse-apart.ts'
import { MediaError } from './media-error.ts'
import type { SanitisedSvg } from './svg.ts'
import { svgRefusal } from './svg.ts'

const sanitiseApart = parseApart<Uint8Array, SanitisedSvg>({
  module: new URL('./svg.ts', import.meta.url),
  name: 'trySanitiseSvg',
  seconds: 5,
  otherwise: { refused: 'too_complex' },
})

/** `sanitiseSvg` in a thread of its own. Also throws `DomainError('rate_limited')` while many files wait. */
export async function cleanSvg(input: Uint8Array): Promise<string> {
  if (input.byteLength > limits.svgMaxBytes) throw new MediaError('svg_too_large', 'too_large')
  const result = await sanitiseApart(input)
  if ('refused' in result) throw svgRefusal(result.refused)
  return result.svg
}
