// The synthesized template as the local run reads it.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../local/intrinsics.ts'
import { readdress } from '../../../local/readdress.ts'
import { modelOf } from '../../../local/template.ts'

const queue = (properties: JsonObject) => ({ Type: 'AWS::SQS::Queue', Properties: properties })
const resolved = (value: unknown, more: object = {}) => {
  const raw = { ...more, Resources: { Bucket: { Type: 'AWS::S3::Bucket' }, Probe: queue({ value } as JsonObject) } }
  return modelOf(raw, 'Mini', '/nowhere').find('Probe')!.properties.value
}

describe('intrinsic functions', () => {
  const cases: [string, unknown, unknown][] = [
    ['Ref of a resource', { Ref: 'Bucket' }, 'mini-bucket'],
    ['Ref of a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['GetAtt', { 'Fn::GetAtt': ['Bucket', 'Arn'] }, 'arn:aws:s3:::mini-bucket'],
    ['GetAtt as text', { 'Fn::GetAtt': 'Bucket.Arn' }, 'arn:aws:s3:::mini-bucket'],
    ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Partition' }]] }, 'a-aws'],
    [
      'Sub',
      { 'Fn::Sub': `\${AWS::Region}/\${Bucket}/\${Bucket.Arn}/\${!Kept}` },
      `us-east-1/mini-bucket/arn:aws:s3:::mini-bucket/\${Kept}`,
    ],
    ['Sub with values', { 'Fn::Sub': [`\${own}!`, { own: { Ref: 'AWS::Partition' } }] }, 'aws!'],
    ['Select of Split', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['Base64', { 'Fn::Base64': 'text' }, 'dGV4dA=='],
    ['a property that is called Condition', { Condition: { StringEquals: {} } }, { Condition: { StringEquals: {} } }],
    ['NoValue in an object', { kept: 1, gone: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
    ['NoValue in a list', ['a', { Ref: 'AWS::NoValue' }, 'b'], ['a', 'b']],
  ]
  it.each(cases)('%s', (_name, value, expected) => {
    expect(resolved(value)).toEqual(expected)
  })

  it('knows conditions, mappings and parameters', () => {
    const more = {
      Parameters: { Size: { Type: 'String', Default: 'large' } },
      Mappings: { Map: { 'us-east-1': { zone: 'east' } } },
      Conditions: {
        IsLarge: { 'Fn::Equals': [{ Ref: 'Size' }, 'large'] },
        IsNot: { 'Fn::Not': [{ Condition: 'IsLarge' }] },
        Either: { 'Fn::Or': [{ Condition: 'IsNot' }, { Condition: 'IsLarge' }] },
        Both: { 'Fn::And': [{ Condition: 'IsNot' }, { Condition: 'IsLarge' }] },
      },
    }
    expect(resolved({ 'Fn::If': ['IsLarge', 'yes', 'no'] }, more)).toBe('yes')
    expect(resolved({ 'Fn::If': ['Either', 'yes', 'no'] }, more)).toBe('yes')
    expect(resolved({ 'Fn::If': ['Both', 'yes', { Ref: 'AWS::NoValue' }] }, more)).toBeUndefined()
    expect(resolved({ 'Fn::FindInMap': ['Map', { Ref: 'AWS::Region' }, 'zone'] }, more)).toBe('east')
  })

  it.each([
    ['a function it does not know', { 'Fn::Cidr': ['10.0.0.0/8', 1] }, 'Fn::Cidr'],
    ['an attribute it does not know', { 'Fn::GetAtt': ['Bucket', 'WebsiteURL'] }, 'WebsiteURL of Bucket'],
    ['a resource that is not there', { Ref: 'Nobody' }, 'Nobody'],
    ['a place in a list that is not there', { 'Fn::Select': [5, ['a']] }, 'Fn::Select'],
  ])('refuses %s, naming where', (_name, value, named) => {
    expect(() => resolved(value)).toThrow(named)
    expect(() => resolved(value)).toThrow('Probe (AWS::SQS::Queue)')
  })
})

describe('resources', () => {
  it('refuses types that the local run does not know, naming all of them', () => {
    const raw = {
      Resources: {
        Cache: { Type: 'AWS::ElastiCache::CacheCluster' },
        Flow: { Type: 'AWS::StepFunctions::StateMachine' },
      },
    }
    expect(() => modelOf(raw, 'Mini', '/nowhere')).toThrow(
      'Cache (AWS::ElastiCache::CacheCluster), Flow (AWS::StepFunctions::StateMachine)',
    )
  })

  it('leaves out resources whose condition does not hold', () => {
    const raw = {
      Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
      Resources: { Gone: { Type: 'AWS::StepFunctions::StateMachine', Condition: 'Never' }, Kept: queue({}) },
    }
    const model = modelOf(raw, 'Mini', '/nowhere')
    expect(model.find('Gone')).toBeUndefined()
    expect(model.resources('AWS::SQS::Queue').map(({ id }) => id)).toEqual(['Kept'])
  })

  it('finds a resource by id, Ref and ARN, and gives the same names at every start', () => {
    const raw = { Resources: { Key: { Type: 'AWS::KMS::Key' } } }
    const [first, second] = [modelOf(raw, 'Mini', '/nowhere'), modelOf(raw, 'Mini', '/nowhere')]
    const key = first.find('Key')!
    expect(key.ref).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(first.find(key.arn)).toBe(key)
    expect(first.find(key.ref)).toBe(key)
    expect(second.find('Key')!.ref).toBe(key.ref)
    expect(modelOf(raw, 'Other', '/nowhere').find('Key')!.ref).not.toBe(key.ref)
  })

  it('puts local addresses where the addresses of AWS stand', () => {
    const raw = {
      Resources: {
        Cdn: {
          Type: 'AWS::CloudFront::Distribution',
          Properties: { DistributionConfig: { Aliases: ['media.example.com'] } },
        },
        Api: { Type: 'AWS::ApiGateway::RestApi' },
        Jobs: queue({}),
      },
      Outputs: {
        Cdn: { Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': ['Cdn', 'DomainName'] }, '/x']] } },
        Api: { Value: { 'Fn::Sub': `https://\${Api}.execute-api.\${AWS::Region}.amazonaws.com/api` } },
        Jobs: { Value: { Ref: 'Jobs' } },
      },
    }
    const model = modelOf(raw, 'Mini', '/nowhere')
    const address = readdress(model, {
      api: 'http://127.0.0.1:1',
      cdn: 'http://127.0.0.1:2',
      dashboard: 'http://127.0.0.1:4',
      provider: 'http://127.0.0.1:5',
      objects: 'http://127.0.0.1:6',
      queues: 'http://127.0.0.1:3',
    })
    expect(model.outputs.map(({ value }) => address(value))).toEqual([
      'http://127.0.0.1:2/x',
      'http://127.0.0.1:1/api',
      'http://127.0.0.1:3/000000000000/Mini-Jobs',
    ])
    expect(address('https://media.example.com/a')).toBe('http://127.0.0.1:2/a')
  })
})
