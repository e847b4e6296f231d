/** One HTTP request as both transports take it. */
export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((percent: number) => void) | undefined
}

export interface WireAnswer {
  status: number
  retryAfter: string | null
  /** The parsed JSON, or the file that the server sent to be saved; undefined of an answer that is neither. */
  body: unknown
}

/** A request that got no answer. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** Sends with `fetch`, or with XHR where progress is asked for. @throws NoAnswer, or an `AbortError` as asked. */
export function send(request: WireRequest): Promise<WireAnswer> {
  return request.onProgress ? sendWithProgress(request) : sendPlain(request)
}

async function sendPlain({ method, url, headers, body, signal }: WireRequest): Promise<WireAnswer> {
  try {
    const response = await fetch(url, { method, headers, body, signal, credentials: 'same-origin' })
    const received = (await readFile(response)) ?? parseJson(await response.text())
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: received }
  } catch (thrown) {
    if (signal?.aborted) throw thrown
    throw new NoAnswer('No answer', { cause: thrown })
  }
}

function sendWithProgress(request: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(request.method, request.url)
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) request.onProgress?.(Math.floor((loaded / total) * 100))
    }
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        retryAfter: xhr.getResponseHeader('retry-after'),
        body: parseJson(xhr.responseText),
      })
    xhr.onerror = () => reject(new NoAnswer('No answer'))
    xhr.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    const { signal } = request
    if (signal?.aborted) return xhr.onabort?.(new ProgressEvent('abort'))
    signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(request.body ?? null)
  })
}

/** What is to be saved under the name that it comes with; null of any other answer. */
async function readFile(response: Response): Promise<File | null> {
  const name = /^attachment; filename="([^"]+)"$/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name ? new File([await response.blob()], name) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
