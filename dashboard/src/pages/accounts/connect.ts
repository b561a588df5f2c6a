// Connecting an account: the platform's page opens in a window of its own, and the dashboard's callback page in that
// window tells by a channel how it ended. Where windows are blocked, the platform's page takes this one.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PlatformId } from '../../../../core/platforms/facts.ts'
import { type ConnectOutcome, listenToTabs, tellOtherTabs } from '../../api/channel.ts'
import { api, orThrow } from '../../api/client.ts'
import { connectionsQuery } from '../../api/connections.ts'
import { useMutation } from '../../api/mutation.ts'
import { takeThisWindow } from '../../api/this-window.ts'

export type Connecting =
  | { is: 'idle' }
  | { is: 'opening'; platform: PlatformId }
  /** `state` is how the platform's answer names the request. */
  | { is: 'waiting'; platform: PlatformId; state: string }
  | { is: 'failed'; error: unknown }
  | { is: 'ended'; outcome: ConnectOutcome }

/** The name that is needed to find the account. */
export type Named = { host: string } | { handle: string }

/** Opened at the click itself, or browsers block it; its address comes later. */
export function openWindow(saying: string): Window | null {
  const left = Math.max(0, window.screenX + (window.outerWidth - 600) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - 760) / 2)
  const opened = window.open('about:blank', '_blank', `popup,width=600,height=760,left=${left},top=${top}`)
  if (opened !== null) {
    opened.document.title = saying
    opened.document.body.textContent = saying
  }
  return opened
}

/** @param first how it ended in this window, when it took this window. */
export function useConnect(first: ConnectOutcome | undefined) {
  const queries = useQueryClient()
  const [connecting, setConnecting] = useState<Connecting>(
    first === undefined ? { is: 'idle' } : { is: 'ended', outcome: first },
  )
  const awaited = connecting.is === 'waiting' ? connecting.state : null

  useEffect(() => {
    if (awaited === null) return
    return listenToTabs((message) => {
      if (message.is !== 'connect_ended' || message.state !== awaited) return
      tellOtherTabs({ is: 'connect_heard', state: awaited })
      setConnecting({ is: 'ended', outcome: message.outcome })
      void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
    })
  }, [awaited, queries])

  const { mutateAsync: begin } = useMutation({
    mutationFn: async ({
      platform,
      saying,
      named,
    }: {
      platform: PlatformId
      saying: string
      named: Named | undefined
    }) => {
      const opened = openWindow(saying)
      setConnecting({ is: 'opening', platform })
      try {
        const { data } = await orThrow(api.POST('/v1/accounts/social/authorizations', { body: { platform, ...named } }))
        const state = new URL(data.url).searchParams.get('state') ?? ''
        setConnecting({ is: 'waiting', platform, state })
        if (opened === null) {
          takeThisWindow(state)
          window.location.assign(data.url)
        } else opened.location.replace(data.url)
      } catch (error) {
        opened?.close()
        setConnecting(named === undefined ? { is: 'failed', error } : { is: 'idle' })
        return error
      }
      return undefined
    },
  })

  /** @returns what went wrong, where something was named: that is said beside it. */
  const connect = (platform: PlatformId, saying: string, named?: Named): Promise<unknown> =>
    begin({ platform, saying, named })

  /** The account that was connected without a page of the platform. */
  const end = (outcome: ConnectOutcome): void => {
    setConnecting({ is: 'ended', outcome })
    void queries.invalidateQueries({ queryKey: connectionsQuery.queryKey })
  }
  return { connecting, connect, end, dismiss: () => setConnecting({ is: 'idle' }) }
}
