// The service as a construct, in a stack of somebody else's.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { beforeAll, expect, it } from 'vitest'
import { SocialPublisher } from '../../lib/social-publisher.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { ROOT } from './synthesize.ts'

const SITE = join(ROOT, 'test', 'support', 'site')

let stack: Stack
beforeAll(async () => {
  await buildIfStale('host')
  const { context } = JSON.parse(readFileSync(join(ROOT, 'cdk.json'), 'utf8')) as { context: object }
  const app = new App({ context: { ...context, 'aws:cdk:disable-asset-staging': true } })
  stack = new Stack(app, 'Theirs', { description: 'What else they have' })
  new Topic(stack, 'Topic')
}, 60_000)

it('fits into a stack with other resources, and is found by outputs whose names are fixed', { tags: 'deep' }, () => {
  const publisher = new SocialPublisher(stack, 'Publisher', { architecture: 'host', dashboardFiles: SITE })
  const template = Template.fromStack(stack).toJSON() as {
    Resources: Record<string, { Type: string }>
    Outputs: Record<string, { Value: unknown }>
  }
  expect(Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::SNS::Topic').length).toBeGreaterThan(0)
  for (const name of ['BaseUrl', 'DashboardUrl', 'TableName', 'RestApiId', 'UserPoolId'])
    expect(template.Outputs).toHaveProperty(name)
  expect(template.Outputs.BaseUrl!.Value).toEqual(stack.resolve(publisher.baseUrl))
  const functions = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]!.Type === 'AWS::Lambda::Function',
  )
  expect(functions.filter((id) => id.startsWith('Publisher')).length).toBeGreaterThan(30)
})

it('refuses settings that do not fit each other: half of a pair would be left out in silence', () => {
  const other = new Stack(new App(), 'Other')
  const half = { signInIssuer: 'https://login.example.com' }
  expect(() => new SocialPublisher(other, 'Publisher', half)).toThrow(
    'The setting signInIssuer needs signInClientId beside it.',
  )
})

it('refuses a setting that is wrong, by its name', () => {
  const other = new Stack(new App(), 'Other')
  expect(() => new SocialPublisher(other, 'Publisher', { cdnDomain: 'No Domain' })).toThrow(/cdnDomain/)
})
