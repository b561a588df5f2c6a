// The CDK app of the deploying package: the settings, and what the package has prebuilt.
import { App } from 'aws-cdk-lib'
import { synthesizeApp } from '../synthesize-app.ts'
import { checkArchitecture, DASHBOARD, featureFlags } from './folders.ts'

// A cdk.json beside the caller has settings; which resources come of them, the release decides.
const app = new App({ postCliContext: featureFlags() })
await synthesizeApp(app, async (settings) => {
  checkArchitecture(settings)
  return DASHBOARD
})
