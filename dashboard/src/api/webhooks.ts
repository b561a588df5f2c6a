// Webhooks and what was sent to them.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
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
const FOLLOW_MS = 2000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: async () => (await orThrow(api.GET('/v1/webhooks'))).data,
})

/** The deliveries of a webhook, newest first, a page at a time. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', 'deliveries', id],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) =>
      (
        await orThrow(
          api.GET('/v1/webhooks/{id}/deliveries', {
            params: { path: { id }, query: pageParam === undefined ? {} : { before: pageParam } },
          }),
        )
      ).data,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    refetchInterval: ({ state: { data, status } }) =>
      status !== 'error' && data?.pages.some(({ result }) => result.some(({ state }) => state === 'pending'))
        ? FOLLOW_MS
        : false,
  })

const named = (id: string, attempt: string) => ({ path: { id }, header: { 'Idempotency-Key': attempt } })

export const createWebhook = async (url: string, events: WebhookEvent[]) =>
  (await orThrow(api.POST('/v1/webhooks', { body: { url, events } }))).data

export const removeWebhook = (id: string) => orThrow(api.DELETE('/v1/webhooks/{id}', { params: { path: { id } } }))

/** @param attempt names this wish: sent again with the same one, it is done once. */
export const rotateWebhook = async (id: string, attempt: string) =>
  (await orThrow(api.POST('/v1/webhooks/{id}/rotate', { params: named(id, attempt) }))).data

export const testWebhook = async (id: string, attempt: string) =>
  (await orThrow(api.POST('/v1/webhooks/{id}/test', { params: named(id, attempt) }))).data

export const replayDelivery = (id: string, delivery: string) =>
  orThrow(api.POST('/v1/webhooks/{id}/deliveries/{delivery}/replay', { params: { path: { id, delivery } } }))
