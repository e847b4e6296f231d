import { fastify } from 'fastify'

const app = fastify()
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
process.once('disconnect', () => process.exit())
