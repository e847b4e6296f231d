import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file = ''] = process.argv.slice(2)
const { size } = statSync(file)

createServer((request, response) => {
  const [, from = '0', to = String(size - 1)] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const [start, end] = [Number(from), Number(to)]
  response.writeHead(request.headers.range ? 206 : 200, { 'content-length': end - start + 1 })
  createReadStream(file, { start, end }).pipe(response)
}).listen(Number(port), '127.0.0.1')
process.once('disconnect', () => process.exit())
