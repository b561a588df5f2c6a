// The CDK app: builds the functions and the dashboard if they are out of date, creates the stack.
import { App } from 'aws-cdk-lib'
import { buildIfStale } from '../scripts/build.ts'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { synthesizeApp } from './synthesize-app.ts'

await synthesizeApp(new App(), async ({ architecture, dashboardFiles }) => {
  await buildIfStale(architecture)
  return dashboardFiles ?? buildDashboard()
})
