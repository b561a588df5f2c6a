// The load of a number of owners, and what of each limit it needs.
import { ASSUMED, COUNTED, ESTIMATED, SIDE_BY_SIDE } from './assumptions.ts'
import { monthOf, totalOf } from './costs.ts'
import { QUOTAS, type Quota } from './quotas.ts'

const DAY = 86_400

export interface Size {
  owners: number
  requestsPerDay: number
  requestsPerSecondAtPeak: number
  postsPerDay: number
  publicationsPerDay: number
  writeUnitsPerDay: number
  messagesPerDay: number
  schedules: number
  /** Publications that fall due in the busiest minute. */
  busiestMinute: number
  /** How long the workers need for them, seconds. */
  busiestMinuteTakes: number
  use: (Quota & { needed: number; share: number })[]
  dollarsPerMonth: number
}

/** The service with so many owners. */
export function sizeOf(owners: number): Size {
  const a = ASSUMED
  const posts = owners * a.postsPerDay
  const uploads = owners * a.uploadsPerDay
  const reads = owners * a.readsPerDay
  const requests = posts + uploads + reads
  const publications = posts * a.accountsPerPost
  const scheduledPerDay = posts * a.scheduledShare
  const peak = (perDay: number) => (perDay / DAY) * a.requestPeak
  const firing = scheduledPerDay * a.busiestMinute
  const due = firing * a.accountsPerPost
  const writeUnits =
    posts * COUNTED.post.writeUnits +
    uploads * COUNTED.upload.writeUnits +
    reads * COUNTED.read.writeUnits +
    publications * COUNTED.publication.writeUnits
  const busyWorkers = ((due / 60) * ESTIMATED.publication.seconds) / SIDE_BY_SIDE
  const perSecondDue = due / 60
  const inRequests =
    peak(posts + reads) * ESTIMATED.request.seconds +
    peak(uploads) * (ESTIMATED.upload.seconds + ESTIMATED.inspection.seconds + ESTIMATED.variant.seconds)
  const needed: Record<keyof typeof QUOTAS, number> = {
    gateway: peak(requests),
    lambda: inRequests + Math.min(busyWorkers, QUOTAS.workers.limit),
    workers: busyWorkers,
    keys: owners,
    mostWorkers: busyWorkers,
    inFlight: Math.max(busyWorkers, 0) * SIDE_BY_SIDE,
    // As if all keys were made in the dashboard, which have no plan of their own.
    shared: peak(requests),
    signIns: peak(owners * a.peoplePerOwner * a.signInsPerDay),
    firing: firing / 60,
    schedules: scheduledPerDay * a.scheduledAhead,
    creating: peak(scheduledPerDay),
    // One that takes longer is moved in the index once a minute: out, and in again.
    shards: perSecondDue * (COUNTED.publication.dueUnits + 2),
    table:
      peak(writeUnits - publications * COUNTED.publication.writeUnits) + perSecondDue * COUNTED.publication.writeUnits,
    kms: perSecondDue * COUNTED.publication.passes,
    keeping: owners * a.accountsPerOwner * 4,
  }
  const use = (Object.keys(QUOTAS) as (keyof typeof QUOTAS)[])
    .map((key) => ({ ...QUOTAS[key], needed: needed[key], share: needed[key] / QUOTAS[key].limit }))
    .sort((x, y) => y.share - x.share)
  return {
    owners,
    requestsPerDay: requests,
    requestsPerSecondAtPeak: needed.gateway,
    postsPerDay: posts,
    publicationsPerDay: publications,
    writeUnitsPerDay: writeUnits,
    messagesPerDay: publications * COUNTED.publication.passes + uploads,
    schedules: needed.schedules,
    busiestMinute: due,
    busiestMinuteTakes: Math.max(60, (due * ESTIMATED.publication.seconds) / (QUOTAS.workers.limit * SIDE_BY_SIDE)),
    use,
    dollarsPerMonth: totalOf(monthOf(owners)),
  }
}
