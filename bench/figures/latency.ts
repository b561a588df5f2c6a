// How long after the platform has a container ready it is published, with the polling as deployed.
import { type Figure, median } from '../figure.ts'
import { accepted, smallPicture, until } from '../support/calls.ts'
import { startBenchService } from '../support/start-service.ts'

const AIM_MS = 2000
const FIRST_MS = 500
const STEP_MS = 625
const POSTS = 16

interface State {
  containers: { id: string; ready_at: number; published_at: number | null }[]
}

export const latency: Figure = {
  name: 'latency',
  title: 'publish latency after the platform is ready',
  against: "the platform's own time, spread evenly over 10 s; polling as deployed",
  aim: `under ${AIM_MS / 1000} s added in the middle of the cases`,
  run: async ({ assembly, progress, undo }) => {
    const service = await startBenchService(assembly)
    undo(service.end)
    const { instagram } = service.session.platforms
    const state = async () => (await (await fetch(`${instagram}/_control/state?requests=0`)).json()) as State
    const form = new FormData()
    form.set('file', new File([new Uint8Array(await smallPicture())], 'picture.jpg', { type: 'image/jpeg' }))
    const picture = (await accepted(service, { method: 'POST', path: '/v1/media', form })).json.data.id
    const account = service.session.accounts.find(({ platform }) => platform === 'instagram')!.id
    const post = async (ms: number) => {
      const before = (await state()).containers.length
      await fetch(`${instagram}/_control/settings`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ processing_ms: ms }),
      })
      const json = { title: `Ready after ${ms}`, media: { media_asset_ids: [picture] }, accounts: [account] }
      await accepted(service, { method: 'POST', path: '/v1/posts/feed', json })
      await until('a container', async () => (await state()).containers.length > before)
    }
    // The variant, the functions' processes and their connections are there before it is measured.
    await post(0)
    await until('the first post', async () =>
      (await state()).containers.every(({ published_at }) => published_at !== null),
    )
    for (let at = 0; at < POSTS; at += 1) {
      progress(`ready after ${FIRST_MS + at * STEP_MS} ms`)
      await post(FIRST_MS + at * STEP_MS)
    }
    await until('the last post', async () =>
      (await state()).containers.every(({ published_at }) => published_at !== null),
    )
    const added = (await state()).containers
      .sort((a, b) => a.ready_at - b.ready_at)
      .slice(1)
      .map(({ ready_at, published_at }) => published_at! - ready_at)
    await service.end()
    const middle = median(added)
    return [
      { name: 'added, median', value: Math.round(middle), unit: 'ms', met: middle < AIM_MS },
      { name: 'added, longest', value: Math.max(...added), unit: 'ms', note: `of ${added.length} posts` },
    ]
  },
}
