import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProtection, readSettings, refuseUnknown } from '../../lib/read-settings.ts'
import { SettingError, Settings } from '../../lib/settings.ts'
import { outcomeOf, ROOT } from './synthesize.ts'

const CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/5f3b2c1d'
const US_CERTIFICATE = CERTIFICATE.replace('eu-central-1', 'us-east-1')

const read = (context: Record<string, unknown>, environment: Record<string, string> = {}) =>
  readSettings((name) => context[name], environment)

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(read({})).toMatchObject({ stackName: 'SocialPublisher', architecture: 'arm64', retainData: true })
  })

  it('come from the context before the environment', () => {
    expect(read({ stackName: 'Staging' }, { STACK_NAME: 'Other', LOG_LEVEL: 'DEBUG' })).toMatchObject({
      stackName: 'Staging',
      logLevel: 'DEBUG',
    })
  })

  it('are texts on the command line and typed afterwards', () => {
    expect(read({ retainData: 'false', publishConcurrency: '20' })).toMatchObject({
      retainData: false,
      publishConcurrency: 20,
    })
  })

  it('treat an empty environment variable as none', () => {
    expect(read({}, { STACK_NAME: '' }).stackName).toBe('SocialPublisher')
  })

  it.each([
    ['stackName', '9lives', /stackName is "9lives": must be letters/],
    ['stackName', 'with space', /stackName/],
    ['architecture', 'mips', /architecture is "mips"/],
    ['retainData', 'maybe', /retainData is "maybe"/],
    ['deletionProtection', 'off', /deletionProtection is "off"/],
    ['accountConcurrency', '9', /accountConcurrency is "9"/],
    ['logRetentionDays', '8', /logRetentionDays is "8": must be one of 1, 3, 5/],
    ['logLevel', 'loud', /logLevel/],
    ['publishConcurrency', '1', /publishConcurrency is "1"/],
    ['publishConcurrency', '2.5', /publishConcurrency/],
    ['publishPollMs', '0', /publishPollMs/],
    ['instagramGraphUrl', 'https://graph.instagram.com/v26.0', /instagramGraphUrl.*must be an origin/],
    ['threadsGraphUrl', 'ftp://graph.threads.net', /threadsGraphUrl/],
    ['instagramApiVersion', '26', /instagramApiVersion is "26": must look like v26.0/],
    ['stage', 'Live!', /stage is "Live!": must be lower-case letters/],
    ['apiDomain', 'https://api.example.com', /apiDomain.*must be a host name/],
    ['apiCertificateArn', 'my-certificate', /apiCertificateArn.*must be the ARN of a certificate/],
    ['cdnCertificateArn', CERTIFICATE, /cdnCertificateArn.*must be one of us-east-1/],
    ['hostedZoneId', 'example.com', /hostedZoneId/],
    ['alarmEmail', 'oncall', /alarmEmail is "oncall": must be an e-mail address/],
    ['signInMailIdentity', 'SES', /signInMailIdentity is "SES": must be the address or the domain/],
    ['alarmTopicArn', 'oncall', /alarmTopicArn.*must be the ARN of an SNS topic/],
    ['alarmFailurePercent', '101', /alarmFailurePercent/],
    ['alarmOverdueMinutes', '0', /alarmOverdueMinutes/],
    ['alarmRefreshFailures', 'some', /alarmRefreshFailures/],
    ['waf', 'on', /waf is "on"/],
    ['wafRequestsPerAddress', '9', /wafRequestsPerAddress/],
    ['cdnWebAclArn', 'arn:aws:wafv2:eu-west-1:1:regional/x', /cdnWebAclArn.*must be the ARN of a global web ACL/],
    ['apiRequestsPerSecond', '0', /apiRequestsPerSecond/],
    ['tracing', 'yes', /tracing is "yes"/],
    ['instagramAppId', 'mine', /instagramAppId.*must be the number of the app/],
    ['threadsAppId', '12', /threadsAppId/],
    ['blueskyPlcUrl', 'plc.directory', /blueskyPlcUrl is "plc.directory": must be an origin such as https:/],
    ['facebookGraphUrl', 'https://graph.facebook.com/', /must be an origin such as https:/],
    ['logLevel', 'debug', 'The setting logLevel is "debug": must be DEBUG, INFO, WARN or ERROR.'],
    ['architecture', 'arm', 'The setting architecture is "arm": must be arm64 or x86_64.'],
    ['signUp', 'closed', 'The setting signUp is "closed": must be invited or open.'],
    ['dashboardFiles', '', 'The setting dashboardFiles is "": must be the path of a folder.'],
  ])('refuse %s = %s in one sentence', (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(SettingError)
    expect(() => read({ [name]: value })).toThrow(message)
    try {
      read({ [name]: value })
    } catch (error) {
      expect((error as Error).message.split('\n')).toHaveLength(1)
    }
  })

  it('never show a value that is given in place of the ARN of a secret', () => {
    for (const name of ['instagramAppSecretArn', 'threadsAppSecretArn']) {
      expect(() => read({ [name]: 'c0ffee15dead' })).toThrow(/must be the ARN of .* never the secret itself/)
      expect(() => read({ [name]: 'c0ffee15dead' })).not.toThrow(/c0ffee/)
    }
  })

  it('take the name of the zone itself, to which an alias record can point', () => {
    const dashboard = { dashboardDomain: 'example.com', dashboardCertificateArn: US_CERTIFICATE }
    expect(read({ ...dashboard, hostedZoneId: 'Z01234567', hostedZoneName: 'example.com' })).toMatchObject(dashboard)
  })

  it.each([
    [{ apiDomain: 'api.example.com' }, 'The setting apiDomain needs apiCertificateArn beside it.'],
    [{ apiCertificateArn: CERTIFICATE }, 'The setting apiCertificateArn needs apiDomain beside it.'],
    [{ hostedZoneId: 'Z01234567' }, 'The setting hostedZoneId needs hostedZoneName beside it.'],
    [{ threadsAppId: '1234567' }, 'The setting threadsAppId needs threadsAppSecretArn beside it.'],
    [
      {
        apiDomain: 'api.example.org',
        apiCertificateArn: CERTIFICATE,
        hostedZoneId: 'Z01234567',
        hostedZoneName: 'example.com',
      },
      'The name api.example.org is not in the zone example.com of hostedZoneName.',
    ],
    [
      { alarmEmail: 'a@example.com', alarmTopicArn: 'arn:aws:sns:eu-central-1:111122223333:oncall' },
      'The settings alarmEmail and alarmTopicArn are both given: give one of them.',
    ],
    [
      {
        apiDomain: 'x.example.com',
        apiCertificateArn: CERTIFICATE,
        cdnDomain: 'x.example.com',
        cdnCertificateArn: US_CERTIFICATE,
      },
      'The settings apiDomain and cdnDomain are both x.example.com: each needs a name of its own.',
    ],
    [{ signInMailIdentity: 'example.com' }, 'The setting signInMailIdentity needs mailFrom beside it.'],
    [
      { signInMailIdentity: 'example.com', mailFrom: 'notices@notexample.com' },
      'The address notices@notexample.com of mailFrom is not one that example.com of signInMailIdentity may send from.',
    ],
    [
      {
        signInMailIdentity: 'a@example.com',
        mailFrom: 'a@example.com',
        signInIssuer: 'https://login.example.com',
        signInClientId: 'dashboard',
        signInClientSecretArn: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:login-AbCdEf',
      },
      'The setting signInMailIdentity is about the user pool of the stack: with signInIssuer there is none.',
    ],
  ])('that do not fit each other are refused: %j', (given, message) => {
    expect(() => read(given)).toThrow(new SettingError(message))
  })

  it.each(['a@mail.example.com', 'mail.example.com', 'example.com'])('take %s for who sends from it', (identity) => {
    const given = { mailFrom: 'a@mail.example.com', signInMailIdentity: identity }
    expect(read(given).signInMailIdentity).toBe(identity)
  })

  it('make a stage a stack of its own, unless the stack is named', () => {
    expect(read({ stage: 'staging' }).stackName).toBe('SocialPublisher-staging')
    expect(read({ stage: 'staging', stackName: 'Shop' }).stackName).toBe('Shop')
  })

  it('are all in the manual', () => {
    const manual = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8')
    for (const name of Object.keys(Settings.shape)) expect(manual).toContain(`\`${name}\``)
    const defaults = read({}) as Record<string, unknown>
    let compared = 0
    for (const [, first, second] of manual.matchAll(/^\| (`\w+`.*?) \| (.*?) \|/gm)) {
      const names = [...first!.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
      const values = second!.replaceAll('`', '').split(', ')
      if (!names.every((name) => name in Settings.shape) || names.length !== values.length) continue
      for (const [at, name] of names.entries()) {
        if (values[at] === 'none') expect(defaults[name], name).toBeUndefined()
        else if (defaults[name] !== undefined) expect(values[at], name).toBe(String(defaults[name]))
        compared++
      }
    }
    expect(compared).toBeGreaterThan(30)
  })

  it.each([
    ['retaindata', 'There is no setting retaindata; retainData is one.'],
    ['alarmAddress', 'There is no setting alarmAddress: docs/operations.md lists them all.'],
    ['RetainData', 'There is no setting RetainData; retainData is one.'],
    ['ALARM_EMAIL', 'There is no setting ALARM_EMAIL; alarmEmail is one.'],
    ['log-level', 'There is no setting log-level; logLevel is one.'],
    [' waf', 'There is no setting " waf"; waf is one.'],
  ])('that do not exist are refused: %s', (name, message) => {
    expect(() =>
      refuseUnknown([
        'stage',
        'assets',
        'terminationProtection',
        '@aws-cdk/core:x',
        'aws:cdk:y',
        'cli-telemetry',
        name,
      ]),
    ).toThrow(new SettingError(message))
  })

  it('that do not fit into the environment of a function stop the synthesis, by their name', {
    tags: 'deep',
  }, async () => {
    const { said, made } = await outcomeOf({ settings: { brandLogoUrl: `https://example.com/${'a'.repeat(3980)}` } })
    expect(said).toMatch(
      /The setting brandLogoUrl is too long, with 4000 bytes: the environment of \S+\/Api\/ConnectLinks would have \d{4} bytes, and Lambda takes 4096\./,
    )
    expect(made).toBeUndefined()
  })

  it('that do not exist stop the synthesis', { tags: 'deep' }, () => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin', 'app.ts')], {
      env: { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify({ 'aws:cdk:y': true, loglevel: 'DEBUG' }) },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, 'There is no setting loglevel; logLevel is one.\n'])
  })

  it('say what they may be in words', () => {
    expect(() => read({ retainData: 'maybe' })).toThrow('The setting retainData is "maybe": must be true or false.')
    expect(() => read({ publishPollMs: 'ten' })).toThrow(
      'The setting publishPollMs is "ten": must be a whole number from 100 to 300000.',
    )
  })

  it.each([
    ['apiRequestsPerSecond', true],
    ['rollbackMinutes', [5]],
    ['sharedPlans', ''],
    ['alarmRefreshFailures', '0x10'],
  ])('that are numbers take no other kind of JSON for one: %s as %j', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`The setting ${name} is ${JSON.stringify(value)}: must be a whole`)
  })

  it('that are days of logs neither', () => {
    expect(() => read({ logRetentionDays: true })).toThrow('The setting logRetentionDays is true: must be one of 1, 3,')
    expect([30, '30'].map((days) => read({ logRetentionDays: days }).logRetentionDays)).toEqual([30, 30])
  })

  it('that are texts say so of a number without quotes', () => {
    expect(() => read({ instagramAppId: 1234567890 })).toThrow(
      'The setting instagramAppId is 1234567890: must be a text, in quotes.',
    )
  })

  it.each([
    ['true', true],
    [true, true],
    ['false', false],
    [false, false],
    [undefined, undefined],
  ])('have the protection of the stack itself beside them: %j', (given, meant) => {
    expect(readProtection(() => given)).toBe(meant)
  })

  it('refuse what is neither yes nor no about that protection', () => {
    expect(() => readProtection(() => 'TRUE')).toThrow(
      new SettingError('The setting terminationProtection is "TRUE": must be true or false.'),
    )
  })

  it('stop the synthesis with that one sentence and nothing else', { tags: 'deep' }, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin', 'app.ts')], {
      env: { PATH: process.env.PATH, CDK_CONTEXT_JSON: JSON.stringify({ logLevel: 'loud' }) },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^The setting logLevel is "loud": .*\.\n$/)
  })
})
