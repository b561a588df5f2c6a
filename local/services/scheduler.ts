// EventBridge Scheduler: one-time schedules, kept on disk, that put their input on a queue when they are due.
import { z } from 'zod'
import type { State } from '../state.ts'
import { read, type Template } from '../template.ts'
import { AwsError } from './aws-error.ts'
import type { Deliver } from './deliver.ts'

/** AWS takes 256 KB. */
const INPUT_BYTES = 262_144

// https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html
const TargetShape = z.object({
  Arn: z.string(),
  RoleArn: z.string(),
  Input: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= INPUT_BYTES, `must have ${INPUT_BYTES} bytes at most`)
    .optional(),
  SqsParameters: z.object({ MessageGroupId: z.string().optional() }).optional(),
  RetryPolicy: z
    .object({
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
    })
    .optional(),
})
const ScheduleShape = z.object({
  GroupName: z.string().default('default'),
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  FlexibleTimeWindow: z.object({ Mode: z.enum(['OFF', 'FLEXIBLE']) }),
  ActionAfterCompletion: z.enum(['NONE', 'DELETE']).default('NONE'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  ClientToken: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  Description: z.string().max(512).optional(),
  Target: TargetShape,
})

interface Schedule extends z.infer<typeof ScheduleShape> {
  Name: string
  /** Unix ms. */
  dueAt: number
  createdAt: number
  modifiedAt: number
  /** Delivered, or no more tries are left. */
  completed?: boolean
}

export interface Scheduler {
  create(name: string, input: unknown): { ScheduleArn: string }
  update(name: string, input: unknown): { ScheduleArn: string }
  get(name: string, group: string): unknown
  remove(name: string, group: string): void
  list(query: { group?: string; prefix?: string; limit?: number; after?: string }): unknown
  stop(): void
}

/** `setTimeout` cannot wait longer. */
export const LONGEST_TIMER_MS = 2_147_483_647
/** Between two tries of a delivery that failed. */
const RETRY_MS = 2_000

const invalid = (message: string) => new AwsError(400, 'ValidationException', message)

function dueAt({ ScheduleExpression, ScheduleExpressionTimezone }: z.infer<typeof ScheduleShape>): number {
  const match = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(ScheduleExpression)
  if (!match)
    throw invalid(`Invalid Schedule Expression ${ScheduleExpression}: the local run knows at(yyyy-mm-ddThh:mm:ss).`)
  if (!['UTC', 'Etc/UTC'].includes(ScheduleExpressionTimezone))
    throw invalid('The local run knows the time zone UTC only.')
  const due = Date.parse(`${match[1]}Z`)
  // The 30th of February is the 2nd of March for `Date`.
  if (Number.isNaN(due) || new Date(due).toISOString().slice(0, 19) !== match[1])
    throw invalid(`Invalid Schedule Expression ${ScheduleExpression}.`)
  return due
}

export function startScheduler(
  template: Template,
  state: State,
  deliver: Deliver,
  report: (line: string) => void,
): Scheduler {
  const stored = state.collection<Schedule>('schedules')
  const groups = new Set(['default', ...template.resources('AWS::Scheduler::ScheduleGroup').map(({ ref }) => ref)])
  const timers = new Map<string, NodeJS.Timeout>()
  let stopped = false

  const keyOf = (group: string, name: string) => `${group}/${name}`
  const arnOf = ({ GroupName, Name }: Schedule) =>
    `arn:aws:scheduler:${template.region}:${template.account}:schedule/${GroupName}/${Name}`

  const parse = (name: string, input: unknown): Schedule => {
    const outcome = ScheduleShape.safeParse(input)
    if (!outcome.success) {
      const [issue] = outcome.error.issues
      throw invalid(`${issue?.path.join('.')}: ${issue?.message}`)
    }
    if (!/^[0-9a-zA-Z-_.]{1,64}$/.test(name))
      throw invalid('The name must be 1 to 64 letters, digits, hyphens, underscores or full stops.')
    if (!groups.has(outcome.data.GroupName)) {
      throw new AwsError(404, 'ResourceNotFoundException', `Schedule group ${outcome.data.GroupName} does not exist.`)
    }
    const now = Date.now()
    const due = dueAt(outcome.data)
    if (due < now) throw invalid('The schedule is in the past.')
    return { ...outcome.data, Name: name, dueAt: due, createdAt: now, modifiedAt: now }
  }

  const fire = async (key: string, tries: number): Promise<void> => {
    const schedule = stored.get(key)
    if (stopped || !schedule || schedule.completed || schedule.State === 'DISABLED') return
    const { Target: target } = schedule
    const timer = timers.get(key)
    // Removed or changed while it was being delivered: what it is now has a timer of its own, or none.
    const isOver = () => stopped || timers.get(key) !== timer
    try {
      await deliver({ arn: target.Arn, input: target.Input ?? '{}', group: target.SqsParameters?.MessageGroupId })
    } catch (error) {
      if (isOver()) return
      const policy = target.RetryPolicy
      const late = Date.now() - schedule.dueAt > (policy?.MaximumEventAgeInSeconds ?? 86_400) * 1000
      if (!late && tries < (policy?.MaximumRetryAttempts ?? 185)) {
        timers.set(
          key,
          setTimeout(() => void fire(key, tries + 1), RETRY_MS),
        )
        return
      }
      report(`the schedule ${key} could not be delivered: ${(error as Error).message}`)
    }
    if (isOver()) return
    timers.delete(key)
    if (schedule.ActionAfterCompletion === 'DELETE') stored.delete(key)
    else stored.put(key, { ...schedule, completed: true })
  }

  const arm = (key: string, due: number): void => {
    clearTimeout(timers.get(key))
    const wait = Math.max(0, due - Date.now())
    const timer =
      wait > LONGEST_TIMER_MS
        ? setTimeout(() => arm(key, due), LONGEST_TIMER_MS)
        : setTimeout(() => void fire(key, 0), wait)
    timers.set(key, timer)
  }

  const find = (name: string, group: string): Schedule => {
    const schedule = stored.get(keyOf(group, name))
    if (!schedule) throw new AwsError(404, 'ResourceNotFoundException', `Schedule ${name} does not exist.`)
    return schedule
  }

  for (const schedule of stored.all())
    if (!schedule.completed) arm(keyOf(schedule.GroupName, schedule.Name), schedule.dueAt)

  const shown = (
    { dueAt: _due, createdAt, modifiedAt, completed: _completed, ClientToken: _token, ...rest }: Schedule,
    arn: string,
  ) => ({
    ...rest,
    Arn: arn,
    CreationDate: createdAt / 1000,
    LastModificationDate: modifiedAt / 1000,
  })

  return {
    create: (name, input) => {
      const schedule = parse(name, input)
      const key = keyOf(schedule.GroupName, name)
      const existing = stored.get(key)
      // The same call repeated has one effect.
      if (existing && schedule.ClientToken !== undefined && existing.ClientToken === schedule.ClientToken)
        return { ScheduleArn: arnOf(existing) }
      if (existing) throw new AwsError(409, 'ConflictException', `Schedule ${name} already exists.`)
      stored.put(key, schedule)
      arm(key, schedule.dueAt)
      return { ScheduleArn: arnOf(schedule) }
    },
    update: (name, input) => {
      const schedule = parse(name, input)
      const existing = find(name, schedule.GroupName)
      const key = keyOf(schedule.GroupName, name)
      stored.put(key, { ...schedule, createdAt: existing.createdAt })
      arm(key, schedule.dueAt)
      return { ScheduleArn: arnOf(schedule) }
    },
    get: (name, group) => {
      const schedule = find(name, group)
      return shown(schedule, arnOf(schedule))
    },
    remove: (name, group) => {
      find(name, group)
      const key = keyOf(group, name)
      stored.delete(key)
      clearTimeout(timers.get(key))
      timers.delete(key)
    },
    list: ({ group, prefix = '', limit = 100, after = '' }) => {
      const rest = stored
        .all()
        .filter(
          ({ GroupName, Name }) =>
            (!group || GroupName === group) && Name.startsWith(prefix) && keyOf(GroupName, Name) > after,
        )
      const page = rest.slice(0, limit)
      const last = page.at(-1)
      return {
        Schedules: page.map((schedule) => ({
          Arn: arnOf(schedule),
          Name: schedule.Name,
          GroupName: schedule.GroupName,
          State: schedule.State,
          CreationDate: schedule.createdAt / 1000,
          LastModificationDate: schedule.modifiedAt / 1000,
          Target: { Arn: schedule.Target.Arn },
        })),
        ...(rest.length > page.length && last ? { NextToken: keyOf(last.GroupName, last.Name) } : {}),
      }
    },
    stop: () => {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

/** Schedules that the template itself has, with `rate(...)` or `cron(...)`. */
export const RecurringShape = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.enum(['UTC', 'Etc/UTC']).default('UTC'),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Target: TargetShape,
})

export const recurringOf = (template: Template) =>
  template
    .resources('AWS::Scheduler::Schedule')
    .map((resource) => ({ resource, schedule: read(resource, RecurringShape) }))
