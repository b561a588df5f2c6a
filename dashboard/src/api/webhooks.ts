// Webhooks and what was sent to them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, orThrow, type Schemas } from './client.ts'

export type Webhook = Schemas['Webhook']
export type Delivery = Schemas['Delivery']
export type WebhookEvent = Webhook['events'][number]

export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [
  'post.published',
  'post.failed',
  'post.partially_failed',
  'account.reconnect_required',
  'media.ready',
]

/** How often a delivery that is under way is looked at again, in milliseconds. */
export const FOLLOW_MS = 2000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async () => (await orThrow(api.GET('/v1/webhooks'))).data,
})

/** The newest deliveries of a webhook, so many pages of them; `more` says that there are older ones. */
export const deliveriesQuery = (id: string, pages: number) =>
  queryOptions({
    queryKey: ['webhooks', 'deliveries', id, pages],
    queryFn: async () => {
      const deliveries: Delivery[] = []
      let before: string | null = null
      for (let page = 0; page < pages; page += 1) {
        const query: { before?: string } = before === null ? {} : { before }
        const { data }: { data: { result: Delivery[]; next_before: string | null } } = await orThrow(
          api.GET('/v1/webhooks/{id}/deliveries', { params: { path: { id }, query } }),
        )
        deliveries.push(...data.result)
        before = data.next_before
        if (before === null) break
      }
      return { deliveries, more: before !== null }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, status } }) =>
      status !== 'error' && data?.deliveries.some(({ state }) => state === 'pending') ? FOLLOW_MS : false,
  })

const named = (id: string, attempt: string) => ({ path: { id }, header: { 'Idempotency-Key': attempt } })

/** @param attempt names this wish: sent again with the same one, no second webhook is made, and the secret is shown once more. */
export const createWebhook = async (attempt: string, url: string, events: WebhookEvent[]) =>
  (
    await orThrow(
      api.POST('/v1/webhooks', { params: { header: { 'Idempotency-Key': attempt } }, body: { url, events } }),
    )
  ).data

export const switchOnWebhook = (id: string) =>
  orThrow(api.PATCH('/v1/webhooks/{id}', { params: { path: { id } }, body: { enabled: true } }))

export const removeWebhook = (id: string) => orThrow(api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } }))

/** @param attempt names this wish: sent again with the same one, it is done once. */
export const rotateWebhook = async (id: string, attempt: string) =>
  (await orThrow(api.POST('/v1/webhooks/{id}/rotate', { params: named(id, attempt) }))).data

export const testWebhook = async (id: string, attempt: string) =>
  (await orThrow(api.POST('/v1/webhooks/{id}/test', { params: named(id, attempt) }))).data

/** @param attempt as of `rotateWebhook`. */
export const replayDelivery = (id: string, delivery: string, attempt: string) => {
  const params = { path: { id, delivery }, header: { 'Idempotency-Key': attempt } }
  return orThrow(api.POST('/v1/webhooks/{id}/deliveries/{delivery}/replay', { params }))
}
