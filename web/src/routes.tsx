import { createBrowserRouter, Outlet, type RouteObject } from 'react-router'
import { ErrorScreen } from './shells/error-screen.tsx'
import { NotFoundScreen } from './shells/message-screen.tsx'

/** The whole map: addresses are in paths.ts, every screen but the two here is a lazy chunk of its own. */
export const routes: RouteObject[] = [
  {
    element: <Outlet />,
    errorElement: <ErrorScreen />,
    children: [{ path: '*', element: <NotFoundScreen /> }],
  },
]

/** The app's router on the browser's history. */
export function createRouter() {
  return createBrowserRouter(routes)
}
