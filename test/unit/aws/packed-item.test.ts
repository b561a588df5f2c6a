// Items whose content is packed: each comes out as it went in, whatever the release that stored it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packed, unpacked } from '../../../core/aws/packed-item.ts'
import { publicationItem, publicationOf } from '../../../core/posts/post-items.ts'
import { newPublication } from '../../../core/posts/rules/new-publication.ts'
import { leased, SWEEP_LATER_MS, sweepTime } from '../../../core/posts/rules/sweep-time.ts'
import { made } from '../../support/publications.ts'

const FIRST_RELEASE = 'AEMrQiBAF0yYgAgLGBcMDA0McJcxqMVIIjH5g7RixNLU2ATkBAMDA1BGISpQEXoMKQrfWgA='

const plain = { pk: 'POST#1', sk: 'PUBLICATION#2', version: 3 }

describe('a packed item', () => {
  it('holds whatever JSON can say', { tags: 'deep' }, () => {
    const word = fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => !['pk', 'sk', 'version', 'packed'].includes(name))
    fc.assert(
      fc.property(
        fc.dictionary(word, fc.jsonValue({ noUnicodeString: false }), { noNullPrototype: true }),
        (content) => {
          const again = JSON.parse(JSON.stringify(content))
          expect(unpacked(packed(plain, content))).toEqual({ ...again, ...plain })
        },
      ),
    )
  })

  it('shows the item’s own fields and not those packed under the same name', () => {
    expect(unpacked({ ...packed(plain, { version: 1, jobs: [] }), version: 9 })).toEqual({
      ...plain,
      version: 9,
      jobs: [],
    })
  })

  it('that was never packed is as it is', () => {
    expect(unpacked({ ...plain, jobs: [1] })).toEqual({ ...plain, jobs: [1] })
  })

  it('that is damaged, or of a release to come, is not taken for another', () => {
    const item = packed(plain, { jobs: [] })
    const bytes = item.packed as Uint8Array
    expect(() => unpacked({ ...item, packed: Uint8Array.from([7, ...bytes.subarray(1)]) })).toThrow('not known: 7')
    expect(() => unpacked({ ...item, packed: bytes.subarray(0, 3) })).toThrow()
  })

  // Stored items last for years: this was packed by the first release that packed anything.
  it('of the first release is read by this one', () => {
    const stored = Buffer.from(FIRST_RELEASE, 'base64')
    expect(unpacked({ ...plain, packed: new Uint8Array(stored) })).toEqual({
      ...plain,
      owner_id: '00000000-0000-4000-8000-000000000100',
      platform: 'instagram',
      jobs: [{ id: 'a', type: 'publish_content', state: 'pending', tries: 0, remakes: 0, created_at: 1795340100000 }],
      attempt: { container_id: '17', at: 1795340100001, calls: 1, verdict: 'unanswered', doubtful: false, reads: 0 },
    })
  })
})

describe('a publication', () => {
  it('is stored as what it is', () => {
    for (const publication of [made(2), leased(made(2), Date.now())])
      expect(publicationOf(publicationItem(publication))).toEqual({ ...publication, sweep_at: sweepTime(publication) })
  })

  it('from before packing is read as it was', () => {
    const publication = made(2)
    const { post_id, account_id, ...rest } = publication
    const item = { pk: `POST#${post_id}`, sk: `PUBLICATION#${account_id}`, post_id, account_id, ...rest }
    expect(publicationOf(item)).toEqual(publication)
  })

  it('of two pictures, near its end, is a kilobyte: one write unit', () => {
    const uuid = () => crypto.randomUUID()
    const container_id = () => String(Math.trunc(17_800_000_000_000_000 + Math.random() * 1e14))
    const now = Date.now()
    const fresh = newPublication({
      ...{ post_id: uuid(), account_id: uuid(), owner_id: uuid(), platform: 'instagram', type: 'feed' },
      plan: { containers: [uuid(), uuid()].map((media_id) => ({ type: 'image', media_id })), carousel: true },
      ...{ not_before: now, now },
    })
    const jobs = fresh.jobs.map((job, at) => {
      const times = { container_at: now + at * 511, started_at: now + at * 313, completed_at: now + at * 2929 }
      return { ...job, state: 'completed' as const, container_id: container_id(), ...times }
    })
    const events = jobs.flatMap(({ id: job_id, container_id }) =>
      (['container_created', 'container_ready'] as const).map((event) => ({
        at: now + 77,
        event,
        job_id,
        container_id,
      })),
    )
    const [target] = jobs
    const attempt = {
      container_id: target!.container_id,
      at: now,
      calls: 1,
      verdict: 'unanswered' as const,
      doubtful: false,
      reads: 0,
    }
    const item = publicationItem({ ...fresh, state: 'publishing', jobs, events, attempt })
    const bytes = Object.entries(item).reduce(
      (sum, [name, value]) =>
        sum +
        name.length +
        (typeof value === 'number' ? 10 : value instanceof Uint8Array ? value.length : String(value).length),
      0,
    )
    expect(bytes).toBeLessThan(1024)
  })
})

describe('the time of the sweeper', () => {
  const time = fc.integer({ min: 0, max: 10_000_000 })
  const timed = fc.record({ due_at: time, lease_until: time, sweep_at: fc.option(time, { nil: undefined }) })

  it('is never before anything is due or while a worker has it, and never long after', () => {
    fc.assert(
      fc.property(timed, (publication) => {
        const needed = Math.max(publication.due_at, publication.lease_until)
        const at = sweepTime(publication)
        expect(at >= needed && at <= needed + SWEEP_LATER_MS).toBe(true)
        // Written again it stands.
        expect(sweepTime({ ...publication, sweep_at: at })).toBe(at)
      }),
    )
  })

  it('stays readable through the steps of a quick publication', () => {
    let publication = leased({ due_at: 0, lease_until: 0, sweep_at: SWEEP_LATER_MS }, 500)
    const times = [sweepTime(publication)]
    for (const now of [1000, 4000, 7000, 10_000]) {
      publication = { ...publication, due_at: now + 3000, lease_until: 0 }
      times.push(sweepTime(publication))
      publication = leased(publication, now + 3000)
      times.push(sweepTime(publication))
    }
    expect(new Set(times)).toEqual(new Set([SWEEP_LATER_MS]))
  })
})
