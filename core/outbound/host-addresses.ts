// The addresses of a host that somebody names.
import { nameService } from './name-service.ts'

export interface Address {
  address: string
  family: number
}

interface Resolving {
  resolve4(host: string): Promise<string[]>
  resolve6(host: string): Promise<string[]>
}

/** @throws {Error} with the code `ENOTFOUND` for a name without addresses, or one that nobody answers for. */
export async function addressesOf(host: string, resolver: Resolving = nameService(2)): Promise<Address[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0) return found
  const cause = four.status === 'rejected' ? four.reason : undefined
  throw Object.assign(new Error('the name has no address', { cause }), { code: 'ENOTFOUND' })
}
