// EventBridge Scheduler: one-time schedules that put a message on the publish queue.
import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  SchedulerClient,
} from '@aws-sdk/client-scheduler'
import { setting } from '../config.ts'
import { ENV } from '../contract.ts'
import { CALL_LIMITS } from './call-limits.ts'
import { endsWithRequest } from './given-up.ts'

let scheduler: SchedulerClient | undefined
const client = (): SchedulerClient => {
  scheduler ??= endsWithRequest(new SchedulerClient({ maxAttempts: 3, ...CALL_LIMITS }))
  return scheduler
}

/** Unix ms as `at(yyyy-mm-ddThh:mm:ss)` in UTC. */
const at = (ms: number): string => `at(${new Date(ms).toISOString().slice(0, 19)})`

/**
 * Puts `message` on the publish queue at `ms` (to the minute; AWS fires within the 60 s after it), once.
 * The schedule deletes itself afterwards. A schedule of that name that exists already is left as it is.
 */
export async function scheduleOnce(name: string, ms: number, message: unknown): Promise<void> {
  await client()
    .send(
      new CreateScheduleCommand({
        Name: name,
        GroupName: setting(ENV.scheduleGroup),
        ScheduleExpression: at(ms),
        ScheduleExpressionTimezone: 'UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: {
          Arn: setting(ENV.publishQueueArn),
          RoleArn: setting(ENV.scheduleRoleArn),
          Input: JSON.stringify(message),
          RetryPolicy: { MaximumEventAgeInSeconds: 3600, MaximumRetryAttempts: 30 },
        },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof ConflictException)) throw error
    })
}

/** Removes a schedule; one that is gone already is fine. */
export async function unschedule(name: string): Promise<void> {
  await client()
    .send(new DeleteScheduleCommand({ Name: name, GroupName: setting(ENV.scheduleGroup) }))
    .catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error
    })
}
