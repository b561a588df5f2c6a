// Token buckets, by which API Gateway throttles: so many requests a second, and so many at once.

export interface Throttle {
  rateLimit: number
  burstLimit: number
}

export interface TokenBuckets {
  /** Takes a token out of the bucket of that name, which begins full. @returns whether there was one. */
  take(name: string, throttle: Throttle, now: number): boolean
}

export function createTokenBuckets(): TokenBuckets {
  const buckets = new Map<string, { tokens: number; at: number }>()
  return {
    take: (name, { rateLimit, burstLimit }, now) => {
      const bucket = buckets.get(name) ?? { tokens: burstLimit, at: now }
      bucket.tokens = Math.min(burstLimit, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * rateLimit)
      bucket.at = now
      buckets.set(name, bucket)
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
  }
}
