// How the functions share what an AWS account can run at the same time, so that no burst of one starves the others.
//
// Lambda has one limit for an account and region: 1,000 usually, 10 in new accounts. Publish workers wait for the CDN,
// whose variants a function makes, and callers wait for the API: if the workers used all concurrency, they would wait for
// themselves, and the API would not answer. So all workers together get at most two fifths of a large account, and 6 of 10,
// and what they have the CDN make no more than another fifth.
//
// In an account with enough concurrency, the functions that open requests and slow transfers occupy also get reserved concurrency, which is
// both their minimum and their maximum. AWS requires that at least 100 stay unreserved.
// https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
import type { Settings } from './settings.ts'

/** The least that Lambda takes as the concurrency of a queue's worker. */
const MIN_WORKERS = 2
/** Webhook workers for the slow addresses of one owner at a time; the rest are for everybody else. */
const SLOW_TRIES = 0.1
/** Concurrency that AWS keeps unreserved in an account. */
export const MIN_UNRESERVED = 100

/** Shares of the account, at most. */
const WORKERS = { publish: 0.2, inspect: 0.1, deliver: 0.1 }
/** Variants that all publish workers together have made at once: each runs a function of the CDN. */
const VARIANTS = 0.2
/** A worker works on at most this many publications at once. */
const MAX_VARIANTS_OF_WORKER = 10
const RESERVED = { variant: 0.1, downloads: 0.1, uploads: 0.05 }

export interface Shares {
  /** Workers of each queue at the same time. */
  workers: Record<keyof typeof WORKERS, number>
  /** Variants that one publish worker has made at the same time. */
  variantsOfWorker: number
  /** Messages to slow addresses of one owner that are under way at the same time. */
  slowTries: number
  /** Concurrency that is reserved for a function, which is also its limit; undefined where the account cannot afford it. */
  reserved: Partial<Record<keyof typeof RESERVED, number>>
}

/** The concurrency of each function: the smaller of its share of the account's limit and its setting. */
export function shares(settings: Settings): Shares {
  const { accountConcurrency: account } = settings
  const of = (share: number, wanted: number) => Math.min(wanted, Math.floor(account * share))
  const reserved = {
    variant: of(RESERVED.variant, settings.variantConcurrency),
    downloads: of(RESERVED.downloads, settings.downloadConcurrency),
    uploads: of(RESERVED.uploads, settings.uploadConcurrency),
  }
  const left = account - reserved.variant - reserved.downloads - reserved.uploads
  const publish = Math.max(MIN_WORKERS, of(WORKERS.publish, settings.publishConcurrency))
  const deliver = Math.max(MIN_WORKERS, of(WORKERS.deliver, settings.deliverConcurrency))
  return {
    workers: {
      publish,
      inspect: Math.max(MIN_WORKERS, of(WORKERS.inspect, settings.inspectConcurrency)),
      deliver,
    },
    slowTries: Math.max(1, Math.floor(deliver * SLOW_TRIES)),
    variantsOfWorker: Math.max(1, Math.min(MAX_VARIANTS_OF_WORKER, Math.floor((account * VARIANTS) / publish))),
    reserved: left >= MIN_UNRESERVED && Object.values(reserved).every((one) => one > 0) ? reserved : {},
  }
}
