// The CDK app: reads the settings once, builds the functions that are out of date, creates the stack.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { AppStack } from '../lib/app-stack.ts'
import { readSettings, SettingError } from '../lib/settings.ts'
import { buildIfStale } from '../scripts/build.ts'
import { BuildError } from '../scripts/native-parts.ts'

/** Where the dashboard is built, if it was. */
function dashboardBuild(): string | undefined {
  const folder = join(import.meta.dirname, '..', 'dashboard', 'dist')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}

const app = new App()
try {
  const settings = readSettings((name) => app.node.tryGetContext(name))
  await buildIfStale(settings.architecture)
  new AppStack(app, { ...settings, dashboardFiles: settings.dashboardFiles ?? dashboardBuild() })
  app.synth()
} catch (error) {
  if (!(error instanceof SettingError || error instanceof BuildError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
