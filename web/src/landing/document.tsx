import { createHash } from 'node:crypto'
import { shadesOf } from '@almanac/contract/palette'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AssetUrls, RenderedPage } from './landing-input.ts'

/** What the head says of a page that may be shared. */
export type SocialCard = {
  siteName: string
  title: string
  description: string
  /** Absolute addresses. */
  pageUrl: string
  imageUrl: string | null
  isWideImage: boolean
}

type DocumentInput = {
  title: string
  card: SocialCard | null
  assetUrls: AssetUrls
  styleText: string
  body: ReactNode
}

/** The browser's own bars continue the page. */
const THEME_COLORS = shadesOf('night')

/** Renders a whole document without any script; its only style is one element that a CSP allows by its hash. */
export function renderDocument({ title, card, assetUrls, styleText, body }: DocumentInput): RenderedPage {
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>{title}</title>
        {card === null ? <meta name="robots" content="noindex" /> : <SocialCardTags {...card} />}
        <meta name="theme-color" media="(prefers-color-scheme:light)" content={THEME_COLORS.light} />
        <meta name="theme-color" media="(prefers-color-scheme:dark)" content={THEME_COLORS.dark} />
        <link rel="icon" href={assetUrls.favicon} />
        <link rel="manifest" href={assetUrls.manifest} />
        <link rel="preload" href={assetUrls.besleyFont} as="font" type="font/woff2" crossOrigin="" />
        <link rel="preload" href={assetUrls.publicSansFont} as="font" type="font/woff2" crossOrigin="" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheet and checked colours, no one's input */}
        <style dangerouslySetInnerHTML={{ __html: styleText }} />
      </head>
      <body>{body}</body>
    </html>,
  )
  return {
    html: `<!doctype html>${markup}`,
    styleHash: `sha256-${createHash('sha256').update(styleText).digest('base64')}`,
  }
}

function SocialCardTags({ siteName, title, description, pageUrl, imageUrl, isWideImage }: SocialCard) {
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={pageUrl} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={pageUrl} />
      {imageUrl !== null && <meta property="og:image" content={imageUrl} />}
      <meta name="twitter:card" content={isWideImage ? 'summary_large_image' : 'summary'} />
    </>
  )
}
