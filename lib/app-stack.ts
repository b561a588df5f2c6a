// The stack of this repository's app: the service and nothing else.
import { Stack, Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { inWords, PLATFORM_IDS } from '../core/platforms/facts.ts'
import { type AssetsPlace, addAssetsParameter, synthesizerByParameter } from './assets-place.ts'
import type { Settings } from './settings.ts'
import { SocialPublisher } from './social-publisher.ts'

export class AppStack extends Stack {
  /** @param assets for a template whose files are not in the bucket of the CDK's bootstrap. */
  constructor(scope: Construct, settings: Settings, assets?: AssetsPlace) {
    super(scope, settings.stackName, {
      ...(assets ? { synthesizer: synthesizerByParameter(assets) } : {}),
      description: `Self-hosted social publishing: one HTTP request publishes to many ${inWords(PLATFORM_IDS)} accounts`,
    })
    Tags.of(this).add('service', 'social-publisher')
    Tags.of(this).add('stack', settings.stackName)
    if (settings.stage) Tags.of(this).add('stage', settings.stage)
    const { stackName: _, ...props } = settings
    // CloudFormation's ids leave this name out: they are what they were before there was a construct.
    new SocialPublisher(this, 'Default', props)
    if (assets) addAssetsParameter(this, assets)
  }
}
