// Stages that are destroyed, or whose first deployment is taken back, by what their templates say: nothing may stand in the way,
// of this or of the next deployment, and nothing may be lost that holds data.
import { beforeAll, describe, expect, it } from 'vitest'
import { at, neededBy, type Part, type Resource, type Resources, type Synthesized, synthesize } from './synthesize.ts'

const EMPTIER = 'Custom::S3AutoDeleteObjects'
const DEPLOYMENT = 'Custom::CDKBucketDeployment'

/** Resources with something that nobody can make again. */
const holdsData = (id: string, { Type }: Resource): boolean =>
  ['AWS::DynamoDB::Table', 'AWS::KMS::Key', 'AWS::Cognito::UserPool'].includes(Type) ||
  // The dashboard's bucket holds a build.
  (Type === 'AWS::S3::Bucket' && !id.startsWith('Site'))

/** A resource with all that stands before it is made. */
function closureOf(id: string, all: Resources, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const needed of neededBy(all[id]!, all)) closureOf(needed, all, found)
  return found
}

const tagsOf = ({ Properties }: Resource): Part[] => at<Part[] | undefined>(Properties, 'Tags') ?? []
const bucketOf = ({ Properties }: Resource, name: string): string => at<string>(Properties, `${name}.Ref`)

/** The CDK's function that empties buckets may do it as long as the bucket's policy lets its role. */
function mayEmpty(emptier: Resource, standing: Resources): boolean {
  const handler = at<string>(emptier.Properties, 'ServiceToken.Fn::GetAtt.0')
  const role = at<string>(standing[handler]?.Properties, 'Role.Fn::GetAtt.0')
  return Object.values(standing).some(
    ({ Type, Properties }) =>
      Type === 'AWS::S3::BucketPolicy' &&
      at<string>(Properties, 'Bucket.Ref') === bucketOf(emptier, 'BucketName') &&
      at<Part[]>(Properties, 'PolicyDocument.Statement').some(
        ({ Action, Principal }) =>
          at<string>(Principal, 'AWS.Fn::GetAtt.0') === role && [Action].flat().includes('s3:DeleteObject*'),
      ),
  )
}

/** The outcome of a deletion: resources that are left though they should have gone, with why, and those that were kept. */
interface Outcome {
  blocked: Record<string, string>
  kept: string[]
}

/**
 * Deletes as CloudFormation does: resources that nothing else needs any more, until all are gone.
 * @param full buckets with objects in them.
 * @param rollingBack whether a first deployment is taken back: then less is kept.
 */
function deleted(standing: Resources, full: Set<string>, rollingBack = false): Outcome {
  const left = { ...standing }
  const outcome: Outcome = { blocked: {}, kept: [] }
  while (Object.keys(left).length > 0) {
    const needed = new Set(Object.values(left).flatMap((resource) => neededBy(resource, left)))
    const free = Object.keys(left).filter((id) => !needed.has(id))
    if (free.length === 0) throw new Error(`a circle of ${Object.keys(left).join(', ')}`)
    for (const id of free) {
      const resource = left[id]!
      const { Type, Properties, DeletionPolicy } = resource
      if (DeletionPolicy === 'Retain' || (DeletionPolicy === 'RetainExceptOnCreate' && !rollingBack)) {
        outcome.kept.push(id)
      } else if (Type === EMPTIER) {
        const bucket = bucketOf(resource, 'BucketName')
        // The handler reads this tag (aws-s3/auto-delete-objects-handler of aws-cdk-lib).
        const tagged = tagsOf(left[bucket]!).some(
          ({ Key, Value }) => Key === 'aws-cdk:auto-delete-objects' && Value === 'true',
        )
        if (tagged && mayEmpty(resource, left)) full.delete(bucket)
      } else if (Type === DEPLOYMENT) {
        const bucket = bucketOf(resource, 'DestinationBucketName')
        // `bucket_owned` of the handler (aws-s3-deployment/bucket-deployment-handler of aws-cdk-lib).
        const owned = tagsOf(left[bucket]!).some(({ Key }) => String(Key).startsWith('aws-cdk:cr-owned'))
        if (Properties.RetainOnDelete === false && !owned) full.delete(bucket)
      } else if (Type === 'AWS::S3::Bucket' && full.has(id)) {
        outcome.blocked[id] = 'BucketNotEmpty'
      } else if (Properties?.DeletionProtectionEnabled === true || Properties?.DeletionProtection === 'ACTIVE') {
        outcome.blocked[id] = 'protected from being deleted'
      }
      delete left[id]
    }
  }
  return outcome
}

const STAGES = [
  { stage: 'live', retainData: true },
  { stage: 'staging', retainData: false },
]

let stages: { retainData: boolean; stack: Synthesized; first: Synthesized }[]
beforeAll(async () => {
  stages = []
  for (const { stage, retainData } of STAGES) {
    const settings = { stackName: `SocialPublisher-${stage}`, retainData }
    stages.push({
      retainData,
      stack: await synthesize(settings),
      // As `npm run deploy` makes a stack at first.
      first: await synthesize({ ...settings, deletionProtection: false }),
    })
  }
}, 240_000)

const buckets = ({ resources }: Synthesized): Set<string> =>
  new Set(Object.keys(resources).filter((id) => resources[id]!.Type === 'AWS::S3::Bucket'))

describe('a stage that is destroyed', () => {
  it('goes whole, with files in all of its buckets', () => {
    for (const { stack } of stages) expect(deleted(stack.resources, buckets(stack)).blocked).toEqual({})
  })

  it('keeps all that holds data where it is to be kept, and nothing else but the right to write logs', () => {
    for (const { retainData, stack } of stages) {
      const { resources } = stack
      const { kept } = deleted(resources, buckets(stack))
      const data = Object.keys(resources).filter((id) => holdsData(id, resources[id]!))
      expect(data.map((id) => resources[id]!.Type).sort()).toEqual([
        'AWS::Cognito::UserPool',
        'AWS::DynamoDB::Table',
        'AWS::KMS::Key',
        'AWS::S3::Bucket',
      ])
      expect(kept.filter((id) => holdsData(id, resources[id]!)).sort()).toEqual(retainData ? data.sort() : [])
      const others = kept.filter((id) => !holdsData(id, resources[id]!)).map((id) => resources[id]!.Type)
      expect(others.sort()).toEqual(['AWS::ApiGateway::Account', 'AWS::IAM::Role'])
    }
  })

  it('leaves nothing whose name the next deployment wants', () => {
    const nameOf = /^(?:\w*Name|Domain|Alias|Id)$/
    for (const { stack } of stages) {
      for (const id of deleted(stack.resources, buckets(stack)).kept) {
        const { Type, Properties = {} } = stack.resources[id]!
        const named = Object.keys(Properties).filter((name) => nameOf.test(name))
        expect(named, `${Type} ${id}`).toEqual([])
      }
    }
  })

  it('has in it every bucket that goes with it emptied by something that does, and by no deployment of files', () => {
    for (const { stack } of stages) {
      const emptied = stack.of(EMPTIER).map(([, properties]) => at<string>(properties, 'BucketName.Ref'))
      const going = [...buckets(stack)].filter((id) => stack.resources[id]!.DeletionPolicy === 'Delete')
      expect(going.length).toBeGreaterThan(0)
      expect(emptied.sort()).toEqual(going.sort())
      for (const [id, properties] of stack.of(DEPLOYMENT)) expect(properties.RetainOnDelete, id).not.toBe(false)
    }
  })
})

describe('a first deployment that is taken back', () => {
  it('leaves nothing, wherever it fails', () => {
    for (const { first } of stages) {
      const { resources } = first
      for (const id of Object.keys(resources)) {
        // The least that stands when this one is being made: files may lie in the bucket then already.
        const standing = Object.fromEntries([...closureOf(id, resources)].map((one) => [one, resources[one]!]))
        const full = Object.values(standing)
          .filter(({ Type }) => Type === DEPLOYMENT)
          .map((deployment) => bucketOf(deployment, 'DestinationBucketName'))
        const { blocked, kept } = deleted(standing, new Set(full), true)
        expect(blocked, id).toEqual({})
        expect(
          kept.map((one) => resources[one]!.Type).filter((type) => !/ApiGateway::Account|IAM::Role/.test(type)),
        ).toEqual([])
      }
    }
  })
})

describe('the CDK’s own functions', () => {
  it('write to a log group of ours, which goes with the stack: one that Lambda makes would stay for good', () => {
    for (const { stack } of stages) {
      const groups = new Map(stack.of('AWS::Logs::LogGroup'))
      const theirs = stack.of('AWS::Lambda::Function').filter(([id]) => id.startsWith('Custom'))
      expect(theirs).toHaveLength(2)
      for (const [id, { LoggingConfig }] of theirs) {
        expect(groups.get(at(LoggingConfig, 'LogGroup.Ref'))?.RetentionInDays, id).toBe(30)
      }
    }
  })
})
