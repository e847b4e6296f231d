export { packagesChangedJob } from './package-store.ts'
export { holdPackageOnSale, type PackageOnSale, requirePackageOnSale } from './queries.ts'
export { packageRoutes } from './routes.ts'
