export { audioRoutes } from './routes.ts'
export { formatDuration } from './rules.ts'
