// Bindings of queues, schedules, sealed secrets and calls of platforms.
import { ENV } from '../../core/contract.ts'
import { shares } from '../concurrency.ts'
import { type Bindings, CONSUME, onKey, onQueue, onSchedules, platformAddresses, type Resources } from './parts.ts'

export const WORK = {
  /** Sending to addresses that answer slowly, at most so many of one owner's at once that others find free workers. */
  'slow-tries': ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.slowTriesAtOnce]: String(shares(settings).slowTries) },
  }),
  'publish-queue:send': ({ publishQueue }: Pick<Resources, 'publishQueue'>) =>
    onQueue(publishQueue, ['sqs:SendMessage'], { [ENV.publishQueue]: publishQueue.queueUrl }),
  'publish-queue:consume': ({ publishQueue }: Pick<Resources, 'publishQueue'>) => onQueue(publishQueue, CONSUME),
  /** Makes a message that was not processed visible again sooner. */
  'publish-queue:bring-back': ({ publishQueue }: Pick<Resources, 'publishQueue'>) =>
    onQueue(publishQueue, ['sqs:ChangeMessageVisibility'], { [ENV.publishQueue]: publishQueue.queueUrl }),
  'inspect-queue:send': ({ inspectQueue }: Pick<Resources, 'inspectQueue'>) =>
    onQueue(inspectQueue, ['sqs:SendMessage'], { [ENV.inspectQueue]: inspectQueue.queueUrl }),
  'inspect-queue:consume': ({ inspectQueue }: Pick<Resources, 'inspectQueue'>) => onQueue(inspectQueue, CONSUME),
  'deliver-queue:send': ({ deliverQueue }: Pick<Resources, 'deliverQueue'>) =>
    onQueue(deliverQueue, ['sqs:SendMessage'], { [ENV.deliverQueue]: deliverQueue.queueUrl }),
  'deliver-queue:consume': ({ deliverQueue }: Pick<Resources, 'deliverQueue'>) => onQueue(deliverQueue, CONSUME),
  /** One-time schedules that send to the publish queue. */
  'schedules:create': ({
    scheduleGroup,
    scheduleRole,
    publishQueue,
  }: Pick<Resources, 'scheduleGroup' | 'scheduleRole' | 'publishQueue'>) => ({
    grants: [
      ...onSchedules(scheduleGroup, 'scheduler:CreateSchedule').grants,
      {
        actions: ['iam:PassRole'],
        resources: [scheduleRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
      },
    ],
    environment: {
      ...onSchedules(scheduleGroup, 'scheduler:CreateSchedule').environment,
      [ENV.scheduleRoleArn]: scheduleRole.roleArn,
      [ENV.publishQueueArn]: publishQueue.queueArn,
    },
  }),
  'schedules:delete': ({ scheduleGroup }: Pick<Resources, 'scheduleGroup'>) =>
    onSchedules(scheduleGroup, 'scheduler:DeleteSchedule'),
  'token:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'account_id'),
  'token:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'account_id'),
  /** Secrets of apps that the service registered itself. */
  'app-secret:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'platform_app'),
  'app-secret:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'platform_app'),
  /** Invoking the function that calls platforms with an account's token. */
  'quota:ask': ({ quotaFunction }: Pick<Resources, 'quotaFunction'>) => ({
    grants: [{ actions: ['lambda:InvokeFunction'], resources: [quotaFunction.functionArn] }],
    environment: { [ENV.quotaFunction]: quotaFunction.functionName },
  }),
  /** Signing secrets of webhooks. */
  'secret:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'webhook_id'),
  'secret:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'webhook_id'),
  /** Secrets of API keys in answers that are kept for the repetition of a request. */
  'key-secret:encrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Encrypt', 'api_key_id'),
  'key-secret:decrypt': ({ tokenKey }: Pick<Resources, 'tokenKey'>) => onKey(tokenKey, 'kms:Decrypt', 'api_key_id'),
  /** Addresses and versions of the platforms' interfaces. */
  platforms: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: {
      ...platformAddresses(settings),
      [ENV.publishPollMs]: String(settings.publishPollMs),
    },
  }),
  /** Figures in the log that become metrics of this stack; under its name, so that stages do not mix. */
  metrics: ({ settings }: Pick<Resources, 'settings'>) => ({
    grants: [],
    environment: { [ENV.metricsNamespace]: settings.stackName },
  }),
} satisfies Bindings
