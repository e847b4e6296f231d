import { media } from '@almanac/contract'
import { bind, type Route } from '../../platform/http/bind.ts'
import type { MediaDeps } from './images.ts'
import { serveImage } from './serve-image.ts'

export function mediaRoutes(deps: MediaDeps): Route[] {
  return [
    bind(media.getPublicImage, ({ params, request }) =>
      serveImage(deps, params['*'], null, request.headers['if-none-match']),
    ),
    bind(media.getImage, ({ params, session, request }) =>
      serveImage(deps, params['*'], session, request.headers['if-none-match']),
    ),
  ]
}
