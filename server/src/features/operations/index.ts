export { figureSamples, gaugeHelp } from './figure-samples.ts'
export { holdRestored } from './hold-restored.ts'
export { operationsJobs } from './jobs.ts'
export { operationsRoutes } from './routes.ts'
