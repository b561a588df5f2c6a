import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PostType } from '../../../../core/platforms/enumerations.ts'
import { checkPost } from './send-post.ts'

const PAUSE_MS = 1200

/** The answer of the service and the platforms about the post, asked once one pauses; never twice for the same content. */
export function useServiceCheck(type: PostType, body: object, ready: boolean) {
  const content = ready ? JSON.stringify({ type, body }) : null
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    if (content === null) return
    const timer = setTimeout(() => setAsked(content), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [content])
  const current = content !== null && asked === content
  return useQuery({
    queryKey: ['post-check', content],
    queryFn: () => checkPost(type, body),
    enabled: current,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
}
