// Alarms and the dashboard: they watch what there is, and for each alarm someone has written down what to do.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { METRICS } from '../../core/contract.ts'
import { FAILURES } from '../../core/posts/rules/failures.ts'
import { alarmName, sectionOf } from '../../lib/alarm-names.ts'
import { ROLLBACK_ALARMS } from '../../scripts/deploy.ts'
import { IDLE } from '../../scripts/scaling/costs.ts'
import { at, type Part, ROOT, type Synthesized, synthesize } from './synthesize.ts'

const manual = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8')

let stack: Synthesized
let alarms: { name: string; alarm: Part }[]
beforeAll(async () => {
  stack = await synthesize()
  alarms = stack
    .of('AWS::CloudWatch::Alarm')
    .map(([, alarm]) => ({ name: String(alarm.AlarmName).replace('SocialPublisher-', ''), alarm }))
})

/** Every metric that an alarm looks at, in a metric or an expression. */
const metricsOf = (alarm: Part): Part[] =>
  alarm.MetricName
    ? [alarm]
    : at<Part[]>(alarm, 'Metrics').flatMap(({ MetricStat }) => (MetricStat ? [at<Part>(MetricStat, 'Metric')] : []))

describe('alarms', () => {
  it('are those that matter', () => {
    expect(alarms.map(({ name }) => name).sort()).toEqual([
      'DeliverDeadLetters',
      'FunctionErrors',
      'FunctionThrottles',
      'InspectDeadLetters',
      'OldestOverdue',
      'OutcomesUnknown',
      'PublishDeadLetters',
      'PublishFailures',
      'ServerErrors',
      'SignInFailures',
      'TableThrottles',
      'TokenRefreshFailures',
    ])
  })

  it('have the names by which CloudFormation is told to watch some of them: for one that is missing it would roll back', () => {
    expect(alarms.map(({ alarm }) => alarm.AlarmName)).toEqual(
      expect.arrayContaining(ROLLBACK_ALARMS.map((name) => alarmName('SocialPublisher', name))),
    )
  })

  it('each says what to do, and where to read more', () => {
    for (const { name, alarm } of alarms) {
      expect(alarm.AlarmDescription).toMatch(new RegExp(`^.{30,} See docs/operations\\.md#${sectionOf(name)}$`))
    }
  })

  it('each has its section in the manual, with what it means, what to look at and what to do', () => {
    const sections = new Map(
      manual.split(/^### /m).map((part) => [part.slice(0, part.indexOf('\n')).trim(), part] as const),
    )
    for (const { name } of alarms) {
      const section = sections.get(sectionOf(name))
      expect(section, name).toBeDefined()
      for (const part of ['**Means**', '**Look**', '**Do**']) expect(section, name).toContain(part)
    }
    const named = [...sections.keys()].filter((title) => /^[a-z-]+$/.test(title))
    expect(named.sort()).toEqual(alarms.map(({ name }) => sectionOf(name)).sort())
  })

  it('lead to log groups by the names that AWS has for them', () => {
    const named = [...manual.matchAll(/log\s+groups?\s+of\s+`([\w-]+)`/g)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(5)
    const groups = stack.of('AWS::Logs::LogGroup').map(([id]) => id)
    for (const name of named) expect(groups.filter((id) => id.startsWith(`${name}Logs`)).length, name).toBe(1)
  })

  it('of failed publications say what to do about every reason', () => {
    const [, section = ''] = /^### publish-failures\n(.*?)^### /ms.exec(manual)!
    for (const code of Object.keys(FAILURES)) expect(section).toContain(`\`${code}\``)
  })

  it('watch metrics of ours that functions write, in the namespace of the stack', () => {
    const mine = alarms
      .flatMap(({ alarm }) => metricsOf(alarm))
      .filter(({ Namespace }) => Namespace === 'SocialPublisher')
    expect(mine.length).toBeGreaterThan(3)
    for (const { MetricName, Dimensions } of mine) {
      expect(Object.values(METRICS)).toContain(MetricName)
      expect(Dimensions).toContainEqual({ Name: 'service', Value: 'social-publisher' })
    }
    for (const [id, fn] of stack.of('AWS::Lambda::Function')) {
      const namespace = at(fn, 'Environment.Variables.METRICS_NAMESPACE')
      if (namespace !== undefined) expect(namespace, id).toBe('SocialPublisher')
    }
  })

  it('watch the table with all its indexes, which are counted apart', () => {
    const { alarm } = alarms.find(({ name }) => name === 'TableThrottles')!
    const seen = metricsOf(alarm).map(({ MetricName, Dimensions }) => {
      const index = (Dimensions as Part[]).find(({ Name }) => Name === 'GlobalSecondaryIndexName')
      return `${MetricName} ${index?.Value ?? 'table'}`
    })
    const [[, table]] = stack.of('AWS::DynamoDB::Table') as [[string, Part]]
    const places = ['table', ...at<Part[]>(table, 'GlobalSecondaryIndexes').map(({ IndexName }) => String(IndexName))]
    expect(places.length).toBeGreaterThan(1)
    const wanted = places.flatMap((place) => [`ReadThrottleEvents ${place}`, `WriteThrottleEvents ${place}`])
    expect(seen.sort()).toEqual(wanted.sort())
    // CloudWatch takes ten metrics in one alarm.
    expect(seen.length).toBeLessThanOrEqual(10)
  })

  it('watch the keeper of tokens over hours: it runs four times in one, too seldom for the alarm of all functions', () => {
    const { alarm } = alarms.find(({ name }) => name === 'TokenRefreshFailures')!
    const expressions = at<Part[]>(alarm, 'Metrics').flatMap(({ Expression }) => Expression ?? [])
    expect(expressions).toEqual(['SUM([refused, keeper])', 'IF(errors >= 3, 1, 0)'])
    const keeper = stack.functions.find(({ bundle }) => bundle === 'schedule-keep-accounts')!
    const [errors] = metricsOf(alarm).filter(({ MetricName }) => MetricName === 'Errors')
    expect(at(errors, 'Dimensions.0.Value.Ref')).toBe(keeper.id)
    expect(
      at<Part[]>(alarm, 'Metrics').flatMap(({ MetricStat }) => (MetricStat ? [at(MetricStat, 'Period')] : [])),
    ).toEqual([6 * 3600, 6 * 3600])
    expect(alarm.Threshold).toBe(0)
  })

  it('watch every function that no request waits for', () => {
    const { alarm } = alarms.find(({ name }) => name === 'FunctionErrors')!
    const watched = metricsOf(alarm).map(({ Dimensions }) => at<string>(Dimensions, '0.Value.Ref'))
    const background = stack.functions.filter(({ bundle }) => !bundle.startsWith('api-')).map(({ id }) => id)
    expect(watched.sort()).toEqual(background.sort())
    expect(watched.length).toBeLessThanOrEqual(10)
  })

  it('are reached by a task that goes on failing, however seldom it runs', () => {
    const { alarm } = alarms.find(({ name }) => name === 'FunctionErrors')!
    const errors = Number(alarm.Threshold) + 1
    const perQuarter: Record<string, number> = {
      'rate(1 minute)': 15,
      'rate(15 minutes)': 1,
      'cron(10,40 * * * ? *)': 1,
    }
    for (const [, rule] of stack.of('AWS::Events::Rule')) {
      const id = at<string>(rule, 'Targets.0.Arn.Fn::GetAtt.0')
      // The keeper has an alarm that looks at hours.
      if (stack.functions.find((one) => one.id === id)!.bundle === 'schedule-keep-accounts') continue
      const [, { MaximumRetryAttempts }] = stack
        .of('AWS::Lambda::EventInvokeConfig')
        .find(([, { FunctionName }]) => at<string>(FunctionName, 'Ref') === id)!
      const tries = perQuarter[String(rule.ScheduleExpression)]! * (1 + Number(MaximumRetryAttempts))
      expect(tries, id).toBeGreaterThanOrEqual(errors)
    }
  })

  it('do not take a platform that does not answer for a fault of ours, and every function that refuses for that counts it', () => {
    const { alarm } = alarms.find(({ name }) => name === 'ServerErrors')!
    const [{ Expression }] = at<[Part]>(alarm, 'Metrics')
    expect(Expression).toBe('IF((parts - FILL(except, 0)) >= 5, 100 * (parts - FILL(except, 0)) / (requests), 0)')
    expect(metricsOf(alarm).map(({ MetricName }) => MetricName)).toContain(METRICS.notAnswering)
    for (const bundle of ['api-connect', 'api-connect-links', 'api-insights', 'api-accounts-connections']) {
      const { id } = stack.functions.find((one) => one.bundle === bundle)!
      const [, fn] = stack.of('AWS::Lambda::Function').find(([name]) => name === id)!
      expect(at(fn, 'Environment.Variables.METRICS_NAMESPACE'), bundle).toBe('SocialPublisher')
    }
  })

  it('treat a sweeper that does not run as the worst case', () => {
    expect(alarms.find(({ name }) => name === 'OldestOverdue')!.alarm).toMatchObject({
      TreatMissingData: 'breaching',
      Threshold: 600,
      Period: 600,
      Statistic: 'Maximum',
    })
  })

  it('notify nobody unless someone is named', () => {
    expect(stack.of('AWS::SNS::Topic')).toEqual([])
    for (const { alarm } of alarms) expect(alarm.AlarmActions).toBeUndefined()
  })
})

describe('the dashboard', () => {
  it('shows every metric of ours, and every alarm', () => {
    const body = JSON.stringify(at(stack.of('AWS::CloudWatch::Dashboard')[0]![1], 'DashboardBody'))
    for (const metric of Object.values(METRICS)) expect(body).toContain(metric)
    for (const [id] of stack.of('AWS::CloudWatch::Alarm')) expect(body).toContain(id)
  })
})

it('finds failures by their reason in a stage too: a namespace with a hyphen is quoted', { tags: 'deep' }, async () => {
  const staging = await synthesize({ stackName: 'SocialPublisher-staging' })
  const body = JSON.stringify(at(staging.of('AWS::CloudWatch::Dashboard')[0]![1], 'DashboardBody'))
  const [search] = /SEARCH\(.*?\)/.exec(body)!
  expect(search.replaceAll('\\', '')).toBe(
    `SEARCH('{"SocialPublisher-staging",service,failure} MetricName="PublicationsFailed"', 'Sum')`,
  )
})

it('an idle month is reckoned with what there is', () => {
  const metrics = alarms.flatMap(({ alarm }) => metricsOf(alarm))
  expect(IDLE.alarmMetrics).toBe(metrics.length)
  expect(IDLE.queues).toBe(stack.of('AWS::Lambda::EventSourceMapping').length)
  const perDay = { 'rate(1 minute)': 24 * 60, 'rate(15 minutes)': 24 * 4, 'cron(10,40 * * * ? *)': 24 * 2 } as Record<
    string,
    number
  >
  const runs = stack.of('AWS::Events::Rule').map(([, rule]) => perDay[String(rule.ScheduleExpression)]!)
  expect(IDLE.runs).toBe(30 * runs.reduce((sum, some) => sum + some, 0))
})
