import { brotliDecompressSync } from 'node:zlib'
import { startProduct } from '../e2e/product.ts'
import { createHttpClient } from './http-client.ts'
import { percentile, type Row } from './table.ts'

const requests = 2_000

/** The landing page from its cache, one visitor after the other; and the weight of what it loads. */
export async function benchPages(): Promise<Row[]> {
  const product = await startProduct({ env: { LOG_LEVEL: 'error', RATE_LIMIT_SESSION: '1000000' } })
  try {
    const client = createHttpClient(product.url, 1)
    const cookie = await xsrfCookie(product.url)
    const headers = { 'accept-encoding': 'br', cookie }
    const latenciesMs: number[] = []
    for (let index = 0; index < requests; index++) {
      const startedAt = performance.now()
      const { status } = await client.send('GET', '/aurora', headers)
      if (status !== 200) throw new Error(`The landing page was answered ${status}`)
      latenciesMs.push(performance.now() - startedAt)
    }
    client.close()
    return [
      [
        'landing page from cache, p50 / p99 ms',
        `${percentile(latenciesMs, 50).toFixed(2)} / ${percentile(latenciesMs, 99).toFixed(2)}`,
      ],
      ...(await weigh(product.url)),
    ]
  } finally {
    await product.stop()
  }
}

async function xsrfCookie(url: string): Promise<string> {
  const response = await fetch(`${url}/v1/token-validity`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function weigh(url: string): Promise<Row[]> {
  const client = await import('node:http')
  const raw = await new Promise<Buffer>((resolve, reject) => {
    client.get(`${url}/aurora`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
      response.on('error', reject)
    })
  })
  const html = brotliDecompressSync(raw).toString('utf8')
  const fonts = [...new Set(html.match(/\/fonts\/[\w-]+\.woff2/g) ?? [])]
  let fontBytes = 0
  for (const font of fonts) fontBytes += (await (await fetch(url + font)).arrayBuffer()).byteLength
  return [
    [
      'landing page, HTML with CSS (brotli) + fonts, bytes',
      `${raw.length} + ${fontBytes} = ${raw.length + fontBytes}`,
    ],
    ['landing page, scripts', String((html.match(/<script/g) ?? []).length)],
  ]
}
