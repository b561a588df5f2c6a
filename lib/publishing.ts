// The queues with their dead letters, the workers behind them, and the group of one-time schedules.
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { EventSourceMapping, RecursiveLoop } from 'aws-cdk-lib/aws-lambda'
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { bind, type ResourcesFor, type Use } from './bindings.ts'
import { shares } from './concurrency.ts'
import { AppFunction } from './function.ts'
import type { Settings } from './settings.ts'

/** Receives of a message before it is a dead letter. */
const MAX_RECEIVES = 6

type WorkerResources = ResourcesFor<(typeof WORKERS)[keyof typeof WORKERS]['uses'][number]>

interface WorkerProps {
  bundle: string
  queue: Queue
  uses: (typeof WORKERS)[keyof typeof WORKERS]['uses']
  memoryMb: number
  timeout: Duration
  /** Messages that one invocation works on side by side. */
  batchSize: number
  concurrency: number
  resources: WorkerResources
}

/** The bindings of each worker, beside the queue that it reads. */
export const WORKERS = {
  publish: {
    bundle: 'worker-publish',
    uses: [
      'publish-queue:consume',
      'publish-queue:bring-back',
      'publish-queue:send',
      'deliver-queue:send',
      'table:get',
      'table:batch',
      'table:query',
      'table:put',
      'table:update',
      'table:delete',
      'table:insights',
      'token:decrypt',
      'token:encrypt',
      'platforms',
      'cdn',
      'variants',
      'metrics',
    ],
    // A publication mostly waits for its platform: ten of them need little more than one does.
    memoryMb: 256,
    timeout: Duration.seconds(60),
    batchSize: 10,
  },
  inspect: {
    bundle: 'worker-inspect',
    uses: ['inspect-queue:consume', 'deliver-queue:send', 'media:inspect', 'originals:read', 'bucket:list', 'one-heap'],
    memoryMb: 1024,
    timeout: Duration.seconds(120),
    // A file that makes decoding fail must not affect other messages.
    batchSize: 1,
  },
  deliver: {
    bundle: 'worker-deliver',
    uses: [
      'deliver-queue:consume',
      'deliver-queue:send',
      'table:get',
      'table:query',
      'table:put',
      'table:update',
      'secret:decrypt',
      'slow-tries',
      'notices:write',
      'mail-from',
      'metrics',
    ],
    memoryMb: 256,
    timeout: Duration.seconds(60),
    batchSize: 1,
  },
} as const satisfies Record<
  string,
  { bundle: string; uses: readonly Use[]; memoryMb: number; timeout: Duration; batchSize: number }
>

/**
 * Whether it sends to the queue that it works off. Lambda takes that for a mistake: it stops the chain after 16 rounds, and the
 * message becomes a dead letter, unless the function is allowed to (aws-facts, section 6). Rounds are bounded by the engine.
 */
const sendsToItself = (uses: WorkerProps['uses']): boolean =>
  uses.some(
    (use) => use.endsWith(':consume') && (uses as readonly Use[]).includes(use.replace(/consume$/, 'send') as Use),
  )

/** Asks platforms for tokens and quotas, for the endpoints that may not decrypt a token. */
export const ASK_QUOTA = {
  bundle: 'worker-ask-quota',
  uses: ['token:decrypt', 'token:encrypt', 'accounts:renew', 'platforms', 'table:asked', 'metrics'],
  memoryMb: 512,
  // Callers wait less long; but the answer to renewing a session must be stored, however late it comes.
  timeout: Duration.seconds(60),
} as const satisfies { bundle: string; uses: readonly Use[]; memoryMb: number; timeout: Duration }

export class Publishing extends Construct {
  readonly publishQueue: Queue
  readonly publishDeadLetters: Queue
  readonly inspectQueue: Queue
  readonly inspectDeadLetters: Queue
  readonly deliverQueue: Queue
  readonly deliverDeadLetters: Queue
  readonly scheduleGroup: ScheduleGroup
  readonly scheduleRole: Role
  readonly workers: AppFunction[] = []

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.publishDeadLetters = this.#queue('PublishDeadLetters', { retentionPeriod: Duration.days(14) })
    this.publishQueue = this.#workQueue('PublishQueue', this.publishDeadLetters, WORKERS.publish.timeout)
    this.inspectDeadLetters = this.#queue('InspectDeadLetters', { retentionPeriod: Duration.days(14) })
    this.inspectQueue = this.#workQueue('InspectQueue', this.inspectDeadLetters, WORKERS.inspect.timeout)
    this.deliverDeadLetters = this.#queue('DeliverDeadLetters', { retentionPeriod: Duration.days(14) })
    this.deliverQueue = this.#workQueue('DeliverQueue', this.deliverDeadLetters, WORKERS.deliver.timeout)
    // Its name is the same in the next deployment. Kept, it would stand in the way; without the stack it can do nothing.
    this.scheduleGroup = new ScheduleGroup(this, 'Schedules', { removalPolicy: RemovalPolicy.DESTROY })
    this.scheduleRole = new Role(this, 'ScheduleRole', {
      description: 'Lets one-time schedules put a post on the publish queue',
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID, 'aws:SourceArn': this.scheduleGroup.scheduleGroupArn },
        },
      }),
    })
    this.publishQueue.grant(this.scheduleRole, 'sqs:SendMessage')
  }

  /** The functions that work the queues off. Made apart from the queues: what they use is built in between. */
  addWorkers(settings: Settings, resources: WorkerResources): void {
    const { workers } = shares(settings)
    this.#worker('PublishWorker', settings, {
      ...WORKERS.publish,
      queue: this.publishQueue,
      concurrency: workers.publish,
      resources,
    })
    this.#worker('InspectWorker', settings, {
      ...WORKERS.inspect,
      queue: this.inspectQueue,
      concurrency: workers.inspect,
      resources,
    })
    this.#worker('DeliverWorker', settings, {
      ...WORKERS.deliver,
      queue: this.deliverQueue,
      concurrency: workers.deliver,
      resources,
    })
  }

  addQuotaFunction(settings: Settings, resources: ResourcesFor<(typeof ASK_QUOTA)['uses'][number]>): AppFunction {
    const { bundle, uses, memoryMb, timeout } = ASK_QUOTA
    const fn = new AppFunction(this, 'AskQuota', { settings, bundle, memorySize: memoryMb, timeout })
    bind(fn, uses, resources)
    this.workers.push(fn)
    return fn
  }

  #queue(id: string, props: ConstructorParameters<typeof Queue>[2]): Queue {
    return new Queue(this, id, { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, ...props })
  }

  #workQueue(id: string, deadLetters: Queue, workerTimeout: Duration): Queue {
    return this.#queue(id, {
      // AWS asks for six times the function's timeout, so that throttled receives do not run into dead letters.
      visibilityTimeout: Duration.seconds(6 * workerTimeout.toSeconds()),
      retentionPeriod: Duration.days(4),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
    })
  }

  #worker(
    id: string,
    settings: Settings,
    { bundle, queue, uses, memoryMb, timeout, batchSize, concurrency, resources }: WorkerProps,
  ) {
    const fn = new AppFunction(this, id, {
      settings,
      bundle,
      memorySize: memoryMb,
      timeout,
      ...(sendsToItself(uses) ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
    })
    bind(fn, uses, resources)
    this.workers.push(fn)
    const mapping = new EventSourceMapping(this, `${id}Source`, {
      target: fn,
      eventSourceArn: queue.queueArn,
      batchSize,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    })
    // Without the grant the mapping cannot be made.
    if (fn.role) mapping.node.addDependency(fn.role)
  }
}
