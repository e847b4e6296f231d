export { type PageDeps, registerPages } from './pages.ts'
export { storefrontRoutes } from './routes.ts'
export { loadWebBuild, type WebBuild } from './web-build.ts'
