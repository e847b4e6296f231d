export { rehearsalJobs } from './jobs.ts'
export { rehearsalRoutes } from './routes.ts'
