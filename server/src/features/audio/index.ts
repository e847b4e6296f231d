export { audioRoutes } from './routes.ts'
