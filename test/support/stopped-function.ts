// A function that stops after its work, before it keeps its answer for the request to be sent again.
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, vi } from 'vitest'
import { update } from '../../core/aws/table.ts'

/** Calls it so, and lets its lease run out: the next request with the same Idempotency-Key takes it over. */
export async function stoppedBeforeKeeping<T>(request: () => Promise<T>): Promise<T> {
  const send = DynamoDBDocumentClient.prototype.send as (command: object, ...more: unknown[]) => Promise<unknown>
  const unkept: { pk: string; sk: string }[] = []
  const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(function (
    this: DynamoDBDocumentClient,
    command: object,
    ...more: unknown[]
  ) {
    if (command instanceof PutCommand && command.input.Item?.answer !== undefined) {
      unkept.push({ pk: command.input.Item.pk, sk: command.input.Item.sk })
      return Promise.reject(new Error('the function was stopped')) as never
    }
    return send.call(this, command, ...more) as never
  })
  const answer = await request().finally(() => spy.mockRestore())
  expect(unkept).toHaveLength(1)
  await update(unkept[0]!, { UpdateExpression: 'SET lease_until = :over', ExpressionAttributeValues: { ':over': 1 } })
  return answer
}
