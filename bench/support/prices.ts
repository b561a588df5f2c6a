// List prices of us-east-1 in dollars, without free tiers; the same as in docs/benchmarks.md.
import type { CallCost } from './costs.ts'

const MILLION = 1_000_000

export const PRICES = {
  gatewayRequest: 3.5 / MILLION,
  invocation: 0.2 / MILLION,
  gbSecond: 0.000_013_333_4,
  writeUnit: 0.625 / MILLION,
  readUnit: 0.125 / MILLION,
  queueCall: 0.4 / MILLION,
  schedule: 1 / MILLION,
  keyCall: 3 / MILLION,
  objectWrite: 5 / MILLION,
  objectRead: 0.4 / MILLION,
}

/** Taken for every round trip to AWS, and for the function's own work. The machine that the bench runs on says nothing of it. */
const ROUND_TRIP_MS = 10
const OWN_MS = 10

export type Bill = Record<'API Gateway' | 'Lambda' | 'DynamoDB' | 'SQS' | 'S3' | 'KMS' | 'Scheduler', number>

export const emptyBill = (): Bill => ({
  'API Gateway': 0,
  Lambda: 0,
  DynamoDB: 0,
  SQS: 0,
  S3: 0,
  KMS: 0,
  Scheduler: 0,
})

/** Adds one invocation and its calls. @param extraMs spent on what is not AWS: a platform's answers, a picture. */
export function addInvocation(bill: Bill, calls: readonly CallCost[], memoryMb: number, extraMs = 0): void {
  const rounds = Math.max(0, ...calls.map(({ round }) => round))
  const seconds = (rounds * ROUND_TRIP_MS + OWN_MS + extraMs) / 1000
  bill.Lambda += PRICES.invocation + (memoryMb / 1024) * seconds * PRICES.gbSecond
  for (const { service, operation, writeUnits, readUnits } of calls) {
    if (service === 'dynamodb') bill.DynamoDB += writeUnits * PRICES.writeUnit + readUnits * PRICES.readUnit
    if (service === 'sqs') bill.SQS += PRICES.queueCall
    if (service === 'kms') bill.KMS += PRICES.keyCall
    if (service === 'scheduler') bill.Scheduler += PRICES.schedule
    if (service === 's3') bill.S3 += /^(Put|List)/.test(operation) ? PRICES.objectWrite : PRICES.objectRead
  }
}
