// The costs of each request at AWS, counted: calls, round trips in sequence, write and read units.
import type { Figure } from '../figure.ts'
import { chainOf } from '../support/chain.ts'
import { costOf } from '../support/costs.ts'
import { recordings } from '../support/recordings.ts'

/** Accepting a post of one account and one picture: round trips in sequence at most. */
const AIM = 3

export const calls: Figure = {
  name: 'calls',
  title: 'AWS calls per request',
  against: 'counted at the wire; the limiter update and the usage record among them',
  aim: `POST /v1/posts/feed: ${AIM} round trips in sequence or fewer; 1 limiter update and 1 usage write a request`,
  run: async (bench) =>
    (await recordings(bench)).map(({ request, calls: made }) => {
      const cost = costOf(made)
      const { counts } = chainOf(cost)
      const chain = request.name.includes('no key') ? 0 : 1
      const services = Object.entries(cost.byService).map(([service, count]) => `${count} ${service}`)
      return {
        name: request.name,
        value: cost.rounds,
        unit: 'round trips',
        met:
          counts.every((count) => count === chain) &&
          (request.name === 'POST /v1/posts/feed' ? cost.rounds <= AIM : true),
        note: `${cost.calls} calls (${services.join(', ')}), ${cost.writeUnits} write units, ${cost.readUnits} read units`,
      }
    }),
}
