import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { endpointsWithoutShapes } from './vite-plugins.ts'

type Transform = (code: string, id: string) => Promise<{ code: string } | null>
const { transform } = endpointsWithoutShapes() as unknown as { transform: Transform }

const fileOf = (name: string) => fileURLToPath(new URL(`../contract/src/${name}.ts`, import.meta.url))
const shipped = async (name: string) => (await transform('', fileOf(name)))?.code

test('an endpoint is sent to browsers as its method, path and files alone', async () => {
  const code = await shipped('audio')
  expect(code).toContain(
    'export const listConsumerAudio = {"method":"GET","path":"/v1/customers/:customerUrl/consumers/:consumerId/audio"}\n',
  )
  expect(code).toMatch(/^export const addAudio = \{"method":"POST","path":"[^"]+","files":\{/m)
})

test('the rules of a form stay, in a module of their own that is left as it is', async () => {
  expect(await shipped('identity')).toMatch(
    /^export \{ .*\bloginBody\b.* \} from '\.\/identity\.ts\?rules'$/m,
  )
  expect(await transform('', `${fileOf('identity')}?rules`)).toEqual({ moduleSideEffects: false })
})

test('what declares no endpoint is left alone', async () => {
  expect(await transform('', fileOf('limits'))).toBeNull()
  expect(await transform('', fileURLToPath(import.meta.url))).toBeNull()
})
