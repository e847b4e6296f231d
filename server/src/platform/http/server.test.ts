import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

test('a stopping server does not wait for a connection that never asked anything', async () => {
  const app = await startTestApp()
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await app.close()
  await closed
  expect(app.server.server.listening).toBe(false)
}, 12_000)
