export { figureSamples, gaugeHelp } from './figure-samples.ts'
export { operationsRoutes } from './routes.ts'
