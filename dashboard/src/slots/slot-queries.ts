// The weekly slots of accounts, as pages ask for them.
import { queryOptions } from '@tanstack/react-query'
import { api, orThrow, type Schemas } from '../api/client.ts'
import { orFound, sameJson } from '../api/look-after.ts'
import { queryClient } from '../api/queries.ts'

/** `updated_at` is that of the slots which it replaces: those that somebody else set since stay. */
export type SlotPlan = Pick<Schemas['Slots'], 'slots' | 'updated_at'> & { time_zone: string }
export type Slot = SlotPlan['slots'][number]

const keyOf = (accountId: string) => ['slots', accountId] as const

const readSlots = (id: string) => orThrow(api.GET('/v1/accounts/social/{id}/slots', { params: { path: { id } } }))

/** The slots of an account, and the next that are free. */
export const slotsQuery = (accountId: string) =>
  queryOptions({ queryKey: keyOf(accountId), queryFn: async () => (await readSlots(accountId)).data })

/** The slots of several accounts, in their order. */
export const slotsOfAll = (accountIds: readonly string[]) =>
  queryOptions({
    queryKey: ['slots', 'together', ...accountIds],
    queryFn: () => Promise.all(accountIds.map((id) => queryClient.fetchQuery(slotsQuery(id)))),
    enabled: accountIds.length > 0,
  })

const samePlan = (...plans: readonly Pick<Schemas['Slots'], 'slots' | 'time_zone'>[]): boolean => {
  const [one, other] = plans.map(({ time_zone, slots }) => [
    time_zone,
    ...slots.map(({ weekday, time }) => `${weekday} ${time}`).sort(),
  ])
  return sameJson(one, other)
}

/** Replaces the slots that it began from. @throws {PublisherError} `conflict` where somebody else set them since */
export async function setSlots(accountId: string, plan: SlotPlan): Promise<void> {
  const sent = orThrow(api.PUT('/v1/accounts/social/{id}/slots', { params: { path: { id: accountId } }, body: plan }))
  const answer = await orFound(sent, async () => {
    const now = await readSlots(accountId)
    return samePlan(now.data, plan) ? now : undefined
  })
  queryClient.setQueryData(keyOf(accountId), answer.data)
  void queryClient.invalidateQueries({ queryKey: ['slots', 'together'] })
}

/** The soonest moment that is in all the lists; undefined where none is. */
export const soonestCommon = (lists: readonly (readonly number[])[]): number | undefined =>
  lists[0]?.find((moment) => lists.every((list) => list.includes(moment)))
