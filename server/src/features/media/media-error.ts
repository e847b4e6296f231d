import { DomainError } from '#platform/errors'

export type MediaErrorCode =
  | 'not_an_mp3'
  | 'audio_too_large'
  | 'invalid_picture'
  | 'picture_too_large'
  | 'invalid_svg'
  | 'svg_too_large'

/** An uploaded file that its content rules out. `reason` names the finding for the log and for tests. */
export class MediaError extends DomainError {
  readonly reason: string

  /** Without a `message` the person reads the catalogue's sentence for the code. */
  constructor(code: MediaErrorCode, reason: string, message?: string) {
    super(code, message === undefined ? {} : { message })
    this.name = 'MediaError'
    this.reason = reason
  }
}
