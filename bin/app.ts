// The CDK app: reads the settings once, builds what is out of date, creates the stack.
import { App } from 'aws-cdk-lib'
import { AppStack } from '../lib/app-stack.ts'
import { readSettings, SettingError, type Settings } from '../lib/settings.ts'
import { buildIfStale } from '../scripts/build.ts'

const app = new App()

const settings = ((): Settings => {
  try {
    return readSettings((name) => app.node.tryGetContext(name))
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    console.error(error.message)
    process.exit(1)
  }
})()

await buildIfStale(settings.architecture)
new AppStack(app, settings)
app.synth()
