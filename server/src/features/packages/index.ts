export { packagesChangedJob } from './package-store.ts'
export { holdPackageOnSale, type PackageOnSale, requirePackageOnSale, requireRoomFor } from './queries.ts'
export { packageRoutes } from './routes.ts'
