// Hands an event to what a rule or a schedule targets: a function or a queue.

import type { Template } from '../template.ts'
import type { AsyncInvoke } from './async-invoke.ts'
import { callEngine } from './call-engine.ts'

export interface Target {
  arn: string
  /** The text that the target gets. */
  input: string
  group?: string
}

export type Deliver = (target: Target) => Promise<void>

export const queueUrl = (template: Template, queues: string, arn: string): string => {
  const queue = template.find(arn)
  if (queue?.type !== 'AWS::SQS::Queue') throw new Error(`There is no queue ${arn}.`)
  return `${queues}/${template.account}/${queue.attributes.QueueName}`
}

export const createDeliver =
  (template: Template, functions: AsyncInvoke, queues: string): Deliver =>
  async ({ arn, input, group }) => {
    const resource = template.find(arn)
    if (resource?.type === 'AWS::SQS::Queue') {
      await callEngine(queues, 'AmazonSQS.SendMessage', {
        QueueUrl: queueUrl(template, queues, arn),
        MessageBody: input,
        ...(group ? { MessageGroupId: group } : {}),
      })
      return
    }
    if (resource?.type !== 'AWS::Lambda::Function') throw new Error(`The local run does not deliver to ${arn}.`)
    await functions.invoke(arn, input)
  }
