// Pages with nothing on them yet, as looks.ts has the full ones.
import { ok, page as pageOf, team, usageReport } from './dashboard-samples.ts'
import { base, type Look, NOTHING } from './looks.ts'
import { type Script, signedIn } from './scripted-dashboard.ts'

/** A team that has an account and nothing else. */
const nothing = (): Script => ({
  ...base(),
  'GET /v1/posts': pageOf([]),
  'GET /v1/drafts': ok([]),
  'GET /v1/media/users': ok(NOTHING),
  'GET /v1/media/tags': ok([]),
  'GET /v1/keys': ok([], { rate_limit_max: 120 }),
  'GET /v1/team': ok({ members: team().members.slice(0, 1), invitations: [] }),
  'GET /v1/approvals': ok([], { next_before: null }),
  'GET /v1/webhooks': ok([]),
  'GET /v1/activity': ok({ result: [], next_before: null }),
})

const still = () => {
  const report = usageReport(Date.now())
  return {
    ...report,
    api_usage: {
      ...report.api_usage,
      total_requests: 0,
      successful_requests: 0,
      failed_requests: 0,
      by_status_code: [],
      by_endpoint: [],
    },
    series: { interval: 'hour', points: [] },
    breakdown: { by_request: [], by_caller: [] },
  }
}

export const LOOKS_OF_NOTHING: Readonly<Record<string, Look>> = {
  start: { path: '/accounts', script: () => ({ ...nothing(), 'GET /v1/accounts/connections': ok([]) }) },
  'calendar-empty': { path: '/calendar?view=day', script: nothing },
  'keys-empty': { path: '/keys', script: nothing },
  'webhooks-empty': { path: '/webhooks', script: nothing },
  'approvals-empty': { path: '/approvals', script: nothing },
  'activity-empty': { path: '/activity', script: nothing },
  'insights-empty': { path: '/insights', script: () => ({ ...nothing(), 'GET /v1/accounts/connections': ok([]) }) },
  'usage-empty': { path: '/usage', script: () => ({ ...nothing(), 'GET /v1/usage': ok(still()) }) },
  'signed-out': { path: '/signed-out?problem=expired', script: signedIn },
  'no-such-page': { path: '/nowhere', script: nothing },
}
