import { expect, test } from 'vitest'
import { AUDIO_TOO_LARGE, PICTURE_TOO_LARGE, SVG_TOO_LARGE } from './file-refusals.ts'
import { limitKilobytes, limitMegabytes, limits } from './limits.ts'

test.each([
  [AUDIO_TOO_LARGE, `${limitMegabytes(limits.audioMaxBytes)}MB`],
  [PICTURE_TOO_LARGE, `${limitMegabytes(limits.pictureMaxBytes)}MB`],
  [SVG_TOO_LARGE, `${limitKilobytes(limits.svgMaxBytes)}KB`],
])('%s names the limit that it is said for', (sentence, size) => expect(sentence).toContain(` ${size} `))
