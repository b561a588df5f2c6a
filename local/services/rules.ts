// EventBridge rules and recurring schedules of the template: calls their targets again and again.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { read, type Template } from '../template.ts'
import { parseSchedule } from './cron.ts'
import type { Deliver } from './deliver.ts'
import { LONGEST_TIMER_MS, recurringOf } from './scheduler.ts'

const Rule = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  // Events of other services are not sent here: a rule that waits for them would wait in silence.
  EventPattern: z.never().optional(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional(), InputTransformer: z.never().optional() })),
})

interface Recurring {
  name: string
  expression: string
  deliver(at: number): Promise<void>
}

function allOf(template: Template, deliver: Deliver): Recurring[] {
  const rules = template.resources('AWS::Events::Rule').flatMap((resource): Recurring[] => {
    const rule = read(resource, Rule)
    if (rule.State === 'DISABLED') return []
    const event = (at: number) => ({
      version: '0',
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: template.account,
      time: `${new Date(at).toISOString().slice(0, 19)}Z`,
      region: template.region,
      resources: [resource.arn],
      detail: {},
    })
    return rule.Targets.map(({ Arn, Input }) => ({
      name: resource.ref,
      expression: rule.ScheduleExpression,
      deliver: (at) => deliver({ arn: Arn, input: Input ?? JSON.stringify(event(at)) }),
    }))
  })
  const schedules = recurringOf(template).flatMap(({ resource, schedule }): Recurring[] => {
    if (schedule.State === 'DISABLED') return []
    const { Arn, Input, SqsParameters } = schedule.Target
    return [
      {
        name: resource.ref,
        expression: schedule.ScheduleExpression,
        deliver: () => deliver({ arn: Arn, input: Input ?? '{}', group: SqsParameters?.MessageGroupId }),
      },
    ]
  })
  return [...rules, ...schedules]
}

/** @returns what stops them. */
export function startRules(template: Template, deliver: Deliver, report: (line: string) => void): { stop(): void } {
  const timers = new Set<NodeJS.Timeout>()
  for (const { name, expression, deliver: call } of allOf(template, deliver)) {
    const next = parseSchedule(expression)
    const wait = (due: number) => {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          if (due > Date.now()) return wait(due)
          call(due).catch((error: unknown) => report(`the rule ${name} failed: ${(error as Error).message}`))
          // A machine that slept does not make up for what it missed.
          wait(next(Math.max(due, Date.now() - 1000)))
        },
        Math.min(LONGEST_TIMER_MS, Math.max(0, due - Date.now())),
      )
      timers.add(timer)
    }
    wait(next(Date.now()))
  }
  return { stop: () => timers.forEach(clearTimeout) }
}
