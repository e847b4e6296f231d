import type { FastifyInstance } from 'fastify'
import type { World } from '../context.ts'
export function pageRoutes(_app: FastifyInstance, _world: World): void {}
