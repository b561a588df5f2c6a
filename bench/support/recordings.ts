// One recorded request to every endpoint; two figures are made of them.
import type { Bench } from '../figure.ts'
import { smallPicture } from './calls.ts'
import { type Recording, recordRequests } from './record-requests.ts'
import { prepareBelongings, requestsOf } from './requests.ts'

let recorded: Promise<Recording[]> | undefined

/** Recorded when first asked for. */
export const recordings = (bench: Bench): Promise<Recording[]> => {
  recorded ??= (async () => {
    const service = await bench.service()
    const picture = await smallPicture()
    bench.source.serve('/picture.jpg', { type: 'image/jpeg', bytes: picture.length, head: picture })
    const own = await prepareBelongings(service, picture, bench.source.host)
    return recordRequests(service, requestsOf(service, own), bench.progress)
  })()
  return recorded
}
