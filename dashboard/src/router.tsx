// Every page by its address. A page is one row here, a folder in pages/ that loads when it is first needed, a file of
// texts per language, and (if people go there by themselves) a row in navigation.ts.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { HOME } from './navigation.ts'
import { Skeleton } from './parts/loaded.tsx'
import { BrokenPage, NoSuchPage } from './shell/error-pages.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet })

/** The frame: navigation, account menu, and only for people who are signed in. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Shell })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: HOME, replace: true })
  },
})

const keys = createRoute({
  getParentRoute: () => frame,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
})

const sessions = createRoute({
  getParentRoute: () => frame,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
})

// Outside the frame: for people who are signed out, belong to no owner yet, or look at a platform's window.
const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/signed-out',
  validateSearch: ({ problem }: Record<string, unknown>): { problem?: string } =>
    typeof problem === 'string' ? { problem } : {},
  component: lazyRouteComponent(() => import('./pages/signed-out/signed-out-page.tsx'), 'SignedOutPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([home, frame.addChildren([keys, sessions]), signedOut]),
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NoSuchPage,
  defaultPendingComponent: () => <Skeleton lines={6} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** How connecting an account ended that took place in this window. */
    outcome?: import('./api/channel.ts').ConnectOutcome
  }
}
