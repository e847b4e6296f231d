export { consumerRoutes } from './routes.ts'
