// The CDK app: reads the settings once, builds the functions that are out of date, creates the stack.
import { App } from 'aws-cdk-lib'
import { AppStack } from '../lib/app-stack.ts'
import { readSettings, SettingError } from '../lib/settings.ts'
import { buildIfStale } from '../scripts/build.ts'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { BuildError } from '../scripts/native-parts.ts'

const app = new App()
try {
  const settings = readSettings((name) => app.node.tryGetContext(name))
  await buildIfStale(settings.architecture)
  const dashboardFiles = settings.dashboardFiles ?? (await buildDashboard())
  new AppStack(app, { ...settings, dashboardFiles })
  app.synth()
} catch (error) {
  if (!(error instanceof SettingError || error instanceof BuildError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
