// The parts of AWS beside the table, in memory and on the clock of the run: queues that deliver late and now and then
// twice, schedules that fire within their minute, the bucket, the key.

import { Readable } from 'node:stream'
import { KMSClient } from '@aws-sdk/client-kms'
import { S3Client } from '@aws-sdk/client-s3'
import { ConflictException, ResourceNotFoundException, SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda'
import type { Clock } from './clock.ts'

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>

export interface Queue {
  handler: Handler
  timeoutMs: number
  /** A message that is not worked off comes back after this. */
  visibilityMs: number
  /** The work waits for the machine itself, for decoding: the time stands still meanwhile. */
  holds?: boolean
}

interface Message {
  id: string
  queue: string
  body: string
  receives: number
  comesBackMs?: number
}

export interface Schedule {
  name: string
  at: number
  input: string
}

interface StoredObject {
  bytes: Buffer
  type: string
  etag: string
  at: number
}

/** Calls by what AWS counts them as. */
export interface Calls {
  queue: number
  schedule: number
  key: number
  bucketPut: number
  bucketGet: number
  lambda: number
}

/** Receives after which a message is a dead letter, as the stack has it. */
const MAX_RECEIVES = 5
/** The share of messages that are delivered twice. */
const TWICE = 0.01
const MINUTE = 60_000

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

type Command = { constructor: { name: string }; input: Record<string, unknown> }
const named = (name: string, message: string) => Object.assign(new Error(message), { name })

/** The context of an invocation, as far as functions read it. */
export const contextOf = (clock: Clock, timeoutMs: number): Context => {
  const end = clock.now + timeoutMs
  return { getRemainingTimeInMillis: () => end - clock.now } as Context
}

export class MemoryAws {
  readonly schedules = new Map<string, Schedule>()
  readonly objects = new Map<string, StoredObject>()
  readonly calls: Calls = { queue: 0, schedule: 0, key: 0, bucketPut: 0, bucketGet: 0, lambda: 0 }
  readonly deadLetters: string[] = []
  /** Messages on their way or in hand. */
  inFlight = 0
  readonly #clock: Clock
  readonly #queues = new Map<string, Queue>()
  readonly #received = new Map<string, Message>()
  /** Keys of objects by the folder that they lie in, so that not all have to be gone through. */
  readonly #folders = new Map<string, Set<string>>()
  #serial = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  serve(url: string, queue: Queue): void {
    this.#queues.set(url, queue)
  }

  /** From now on clients of this process ask this. */
  install(publishQueue: string): void {
    const take = (client: { prototype: { send: unknown } }, answer: (name: string, input: never) => unknown) => {
      client.prototype.send = async (command: Command) => answer(command.constructor.name, command.input as never)
    }
    take(SQSClient, (name, input) => this.#queue(name, input))
    take(SchedulerClient, (name, input) => this.#scheduler(name, input, publishQueue))
    take(S3Client, (name, input) => this.#bucket(name, input))
    take(KMSClient, (name, input) => this.#key(name, input))
  }

  #send(queue: string, body: string, delayMs: number): void {
    this.#serial += 1
    const message: Message = { id: `m${this.#serial}`, queue, body, receives: 0 }
    const begin = (one: Message, ms: number) => {
      this.inFlight += 1
      this.#clock.at(this.#clock.now + ms, () => this.#deliver(one))
    }
    const late = 20 + Math.floor(this.#clock.chance() * 200)
    begin(message, delayMs + late)
    if (this.#clock.chance() < TWICE)
      begin({ ...message, id: `${message.id}b` }, delayMs + late + Math.floor(this.#clock.chance() * MINUTE))
  }

  #deliver(message: Message): void {
    const queue = this.#queues.get(message.queue)
    if (!queue) throw new Error(`nothing works on ${message.queue}`)
    message.receives += 1
    delete message.comesBackMs
    this.#received.set(message.id, message)
    const event = {
      Records: [
        {
          messageId: message.id,
          receiptHandle: message.id,
          body: message.body,
          attributes: { ApproximateReceiveCount: String(message.receives) },
        },
      ],
    } as unknown as SQSEvent
    // Received and deleted.
    this.calls.queue += 2
    this.calls.lambda += 1
    const work = async () => {
      // The only message of its batch: where it failed, the run did.
      const done = await queue.handler(event, contextOf(this.#clock, queue.timeoutMs)).then(
        () => true,
        () => false,
      )
      this.#received.delete(message.id)
      if (done) this.inFlight -= 1
      else if (message.receives >= MAX_RECEIVES) {
        this.inFlight -= 1
        this.deadLetters.push(`${message.queue}: ${message.body}`)
      } else {
        const wait = message.comesBackMs ?? queue.visibilityMs
        this.#clock.at(this.#clock.now + wait, () => this.#deliver(message))
      }
    }
    if (queue.holds) this.#clock.hold(work)
    else this.#clock.begin(work)
  }

  #queue(name: string, input: Record<string, unknown>): unknown {
    this.calls.queue += 1
    const send = ({ MessageBody, DelaySeconds = 0 }: { MessageBody: string; DelaySeconds?: number }) =>
      this.#send(String(input.QueueUrl), MessageBody, DelaySeconds * 1000)
    if (name === 'SendMessageCommand') send(input as never)
    else if (name === 'SendMessageBatchCommand') for (const entry of input.Entries as never[]) send(entry)
    else if (name === 'ChangeMessageVisibilityCommand') {
      const message = this.#received.get(String(input.ReceiptHandle))
      if (message) message.comesBackMs = Number(input.VisibilityTimeout) * 1000
    } else throw new Error(`the queue knows no ${name}`)
    return {}
  }

  #scheduler(name: string, input: Record<string, unknown>, publishQueue: string): unknown {
    const key = String(input.Name)
    if (name === 'DeleteScheduleCommand') {
      if (!this.schedules.delete(key))
        throw new ResourceNotFoundException({ message: 'none', Message: 'none', $metadata: {} })
      return {}
    }
    if (name !== 'CreateScheduleCommand') throw new Error(`the scheduler knows no ${name}`)
    if (this.schedules.has(key)) throw new ConflictException({ message: 'there', Message: 'there', $metadata: {} })
    const found = /^at\((.+)\)$/.exec(String(input.ScheduleExpression))
    const at = Date.parse(`${found?.[1]}Z`)
    if (Number.isNaN(at) || at < this.#clock.now - MINUTE) throw named('ValidationException', 'The time is over.')
    const { Input } = input.Target as { Input: string }
    const schedule: Schedule = { name: key, at, input: Input }
    this.schedules.set(key, schedule)
    this.#clock.at(at + Math.floor(this.#clock.chance() * MINUTE), () => {
      if (this.schedules.get(key) !== schedule) return
      this.calls.schedule += 1
      this.schedules.delete(key)
      this.#send(publishQueue, Input, 0)
    })
    return {}
  }

  #bucket(name: string, input: Record<string, unknown>): unknown {
    const key = String(input.Key)
    if (name === 'PutObjectCommand') {
      const bytes = Buffer.isBuffer(input.Body) ? input.Body : Buffer.from(input.Body as Uint8Array)
      return { ETag: this.put(key, { bytes, type: String(input.ContentType) }) }
    }
    if (name === 'DeleteObjectCommand') {
      this.#remove(key)
      return {}
    }
    if (name === 'DeleteObjectsCommand') {
      for (const { Key } of (input.Delete as { Objects: { Key: string }[] }).Objects) this.#remove(Key)
      return {}
    }
    if (name === 'ListObjectsV2Command') {
      this.calls.bucketPut += 1
      return {
        Contents: this.under(String(input.Prefix)).map((one) => ({
          Key: one,
          Size: this.objects.get(one)!.bytes.length,
        })),
      }
    }
    this.calls.bucketGet += 1
    const found = this.objects.get(key)
    if (!found) throw named('NoSuchKey', 'There is no such object.')
    const head = { ContentLength: found.bytes.length, ETag: found.etag, ContentType: found.type }
    if (name === 'HeadObjectCommand') return head
    if (name !== 'GetObjectCommand') throw new Error(`the bucket knows no ${name}`)
    const range = /^bytes=(\d+)-(\d+)$/.exec(String(input.Range ?? ''))
    const bytes = range ? found.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : found.bytes
    return { ...head, Body: Readable.from([bytes]) }
  }

  /** Keys in a folder. */
  under(prefix: string): string[] {
    return [...(this.#folders.get(prefix) ?? [])]
  }

  put(key: string, object: Omit<StoredObject, 'at' | 'etag'>): string {
    const etag = `"${object.bytes.length}"`
    this.calls.bucketPut += 1
    this.objects.set(key, { ...object, etag, at: this.#clock.now })
    const folder = folderOf(key)
    const keys = this.#folders.get(folder)
    if (keys) keys.add(key)
    else this.#folders.set(folder, new Set([key]))
    return etag
  }

  #remove(key: string): void {
    if (!this.objects.delete(key)) return
    const keys = this.#folders.get(folderOf(key))!
    keys.delete(key)
    if (keys.size === 0) this.#folders.delete(folderOf(key))
  }

  #key(name: string, input: Record<string, unknown>): unknown {
    this.calls.key += 1
    const context = JSON.stringify(input.EncryptionContext)
    if (name === 'EncryptCommand')
      return {
        CiphertextBlob: Buffer.from(
          JSON.stringify([context, Buffer.from(input.Plaintext as Uint8Array).toString('base64')]),
        ),
      }
    const [bound, secret] = JSON.parse(Buffer.from(input.CiphertextBlob as Uint8Array).toString()) as [string, string]
    if (bound !== context) throw named('InvalidCiphertextException', 'It belongs to another context.')
    return { Plaintext: Buffer.from(secret, 'base64') }
  }
}
