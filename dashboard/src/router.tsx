// Every page by its address. A page is one row here, a folder in pages/ that loads when it is first needed, a file of
// texts per language, and (if people go there by themselves) a row in navigation.ts.
import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { HOME, START } from './navigation.ts'
import { Skeleton } from './parts/loaded.tsx'
import { filtersIn, type PostFilters } from './posts/post-filters.ts'
import { BrokenPage, NoSuchPage } from './shell/error-pages.tsx'
import { lazyPage } from './shell/lazy-page.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet })

/** The frame: navigation, account menu, and only for people who are signed in. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Shell })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    // Until an account is connected there is one thing to do.
    const { hasAccounts } = await import('./api/connections.ts')
    throw redirect({ to: (await hasAccounts()) ? HOME : START, replace: true })
  },
})

const accounts = createRoute({
  getParentRoute: () => frame,
  path: '/accounts',
  validateSearch: ({ slots }: Record<string, unknown>): { slots?: string } =>
    typeof slots === 'string' ? { slots } : {},
  component: lazyPage(() => import('./pages/accounts/accounts-page.tsx'), 'AccountsPage'),
})

const compose = createRoute({
  getParentRoute: () => frame,
  path: '/compose',
  // Checked where it is used: every byte counts in what all pages load.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyPage(() => import('./pages/compose/compose-page.tsx'), 'ComposePage'),
})

const media = createRoute({
  getParentRoute: () => frame,
  path: '/media',
  // Checked where it is used, as for the composer.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyPage(() => import('./pages/media/media-page.tsx'), 'MediaPage'),
})

const keys = createRoute({
  getParentRoute: () => frame,
  path: '/keys',
  component: lazyPage(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
})

const calendar = createRoute({
  getParentRoute: () => frame,
  path: '/calendar',
  validateSearch: (
    search: Record<string, unknown>,
  ): PostFilters & { view?: 'month' | 'week' | 'day'; date?: string } => ({
    ...filtersIn(search),
    ...(search.view === 'month' || search.view === 'week' || search.view === 'day' ? { view: search.view } : {}),
    ...(typeof search.date === 'string' ? { date: search.date } : {}),
  }),
  component: lazyPage(() => import('./pages/calendar/calendar-page.tsx'), 'CalendarPage'),
})

const posts = createRoute({
  getParentRoute: () => frame,
  path: '/posts',
  validateSearch: (
    search: Record<string, unknown>,
  ): PostFilters & { page?: number; show?: 'scheduled' | 'failed'; find?: string } => ({
    ...filtersIn(search),
    ...(search.show === 'scheduled' || search.show === 'failed' ? { show: search.show } : {}),
    ...(Number.isInteger(search.page) && (search.page as number) > 1 ? { page: search.page as number } : {}),
    ...(typeof search.find === 'string' ? { find: search.find } : {}),
  }),
  component: lazyPage(() => import('./pages/posts/posts-page.tsx'), 'PostsPage'),
})

const post = createRoute({
  getParentRoute: () => frame,
  path: '/posts/$id',
  component: lazyPage(() => import('./pages/post/post-page.tsx'), 'PostPage'),
})

const approvals = createRoute({
  getParentRoute: () => frame,
  path: '/approvals',
  validateSearch: ({ state }: Record<string, unknown>): { state?: string } =>
    typeof state === 'string' ? { state } : {},
  component: lazyPage(() => import('./pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
})

const approval = createRoute({
  getParentRoute: () => frame,
  path: '/approvals/$id',
  component: lazyPage(() => import('./pages/approval/approval-page.tsx'), 'ApprovalPage'),
})

const importPlan = createRoute({
  getParentRoute: () => frame,
  path: '/import',
  component: lazyPage(() => import('./pages/import/import-page.tsx'), 'ImportPage'),
})

const insights = createRoute({
  getParentRoute: () => frame,
  path: '/insights',
  validateSearch: ({ days }: Record<string, unknown>): { days?: number } => (typeof days === 'number' ? { days } : {}),
  component: lazyPage(() => import('./pages/insights/insights-page.tsx'), 'InsightsPage'),
})

const usage = createRoute({
  getParentRoute: () => frame,
  path: '/usage',
  validateSearch: ({ from, to }: Record<string, unknown>): { from?: string; to?: string } =>
    typeof from === 'string' && typeof to === 'string' ? { from, to } : {},
  component: lazyPage(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
})

const webhooks = createRoute({
  getParentRoute: () => frame,
  path: '/webhooks',
  component: lazyPage(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const team = createRoute({
  getParentRoute: () => frame,
  path: '/team',
  component: lazyPage(() => import('./pages/team/team-page.tsx'), 'TeamPage'),
})

const activity = createRoute({
  getParentRoute: () => frame,
  path: '/activity',
  component: lazyPage(() => import('./pages/activity/activity-page.tsx'), 'ActivityPage'),
})

const sessions = createRoute({
  getParentRoute: () => frame,
  path: '/sessions',
  component: lazyPage(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
})

const security = createRoute({
  getParentRoute: () => frame,
  path: '/security',
  component: lazyPage(() => import('./pages/security/security-page.tsx'), 'SecurityPage'),
})

// Outside the frame: for people who are signed out, belong to no owner yet, or look at a platform's window.
const signedOut = createRoute({
  getParentRoute: () => root,
  path: '/signed-out',
  validateSearch: ({ problem }: Record<string, unknown>): { problem?: string } =>
    typeof problem === 'string' ? { problem } : {},
  component: lazyPage(() => import('./pages/signed-out/signed-out-page.tsx'), 'SignedOutPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitations/$token',
  component: lazyPage(() => import('./pages/invitation/invitation-page.tsx'), 'InvitationPage'),
})

const connectCallback = createRoute({
  getParentRoute: () => root,
  path: '/connect/callback',
  component: lazyPage(() => import('./pages/connect-callback/connect-callback-page.tsx'), 'ConnectCallbackPage'),
})

const connectLink = createRoute({
  getParentRoute: () => root,
  path: '/connect-link',
  component: lazyPage(() => import('./pages/connect-link/connect-link-page.tsx'), 'ConnectLinkPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    frame.addChildren([
      calendar,
      posts,
      post,
      compose,
      media,
      accounts,
      keys,
      usage,
      approvals,
      approval,
      importPlan,
      insights,
      webhooks,
      team,
      sessions,
      activity,
      security,
    ]),
    signedOut,
    invitation,
    connectCallback,
    connectLink,
  ]),
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
    /** The platform's answer to a client who connects by a link in this window. */
    answered?: import('./api/channel.ts').PlatformAnswer
  }
}
