export { audioJobs } from './jobs.ts'
export { audioRoutes } from './routes.ts'
