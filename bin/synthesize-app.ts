// The part of a CDK app that does not depend on where the functions and the dashboard come from.
import type { App } from 'aws-cdk-lib'
import { AppStack } from '../lib/app-stack.ts'
import { assetsPlace } from '../lib/assets-place.ts'
import { readProtection, readSettings, refuseUnknown } from '../lib/read-settings.ts'
import { SettingError, type Settings } from '../lib/settings.ts'
import { BuildError } from '../scripts/native-parts.ts'

/**
 * Reads the settings, creates the stack, and ends with the reason where that cannot be done.
 * @param prepare makes the functions available, and the build of the dashboard. @returns the latter's folder.
 */
export async function synthesizeApp(app: App, prepare: (settings: Settings) => Promise<string>): Promise<void> {
  try {
    refuseUnknown(Object.keys(app.node.getAllContext()))
    const context = (name: string): unknown => app.node.tryGetContext(name)
    const settings = readSettings(context)
    const built = await prepare(settings)
    const assets = context('assets')
    const place = typeof assets === 'string' ? assetsPlace(assets) : undefined
    const stack = new AppStack(app, { ...settings, dashboardFiles: settings.dashboardFiles ?? built }, place)
    // The CDK makes a stack's protection what the app says, also where the operator has turned it on.
    stack.terminationProtection = readProtection(context) ?? false
    app.synth()
  } catch (error) {
    if (!(error instanceof SettingError || error instanceof BuildError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
