// Keys of owners, of their API keys with the limits of each, and of stored answers.
import { PARTITION } from './partitions.ts'
import { type Key, number, shape, text } from './shape.ts'

export const ownerKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'OWNER' })
/** All owners, oldest first. */
export const OWNERS = 'OWNERS'
export const ownerNameKey = (name: string): Key => ({ pk: PARTITION.ownerName(name), sk: 'OWNERNAME' })
/** Counters of bytes and assets, written in the same transaction as the asset. */
export const storageKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'STORAGE' })

const importPlaceSort = shape('IMPORT', number)
/** Held while a file is fetched by its address; as many as an owner may have fetched at once. */
export const importPlaceKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.owner(ownerId),
  sk: importPlaceSort(place),
})

const connectingPlaceSort = shape('CONNECTING', number)
/** Held while an account is being connected; as many as an owner may have connecting at once. */
export const connectingPlaceKey = (ownerId: string, place: number): Key => ({
  pk: PARTITION.owner(ownerId),
  sk: connectingPlaceSort(place),
})

export const apiKeyKey = (keyId: string): Key => ({ pk: PARTITION.apiKey(keyId), sk: 'APIKEY' })
export const apiKeyHashKey = (sha256: string): Key => ({ pk: PARTITION.keyHash(sha256), sk: 'KEYHASH' })
export const grantCodeKey = (sha256: string): Key => ({ pk: PARTITION.grant(sha256), sk: 'CODE' })
export const refreshTokenKey = (sha256: string): Key => ({ pk: PARTITION.grant(sha256), sk: 'REFRESH' })
export const apiKeysOf = shape('KEYS', text)
/** Apart from the others: their number keeps growing. */
export const revokedKeysOf = shape('REVOKEDKEYS', text)
/** How many active keys the owner has. */
export const activeKeysKey = (ownerId: string): Key => ({ pk: PARTITION.owner(ownerId), sk: 'KEYS' })

export const rateWindowKey = (keyId: string, minute: number): Key => ({ pk: PARTITION.rate(keyId), sk: String(minute) })
export const rateStrikesKey = (keyId: string): Key => ({ pk: PARTITION.rate(keyId), sk: 'STRIKES' })
export const rateHoursKey = (keyId: string): Key => ({ pk: PARTITION.rate(keyId), sk: 'HOURS' })

const idempotencySort = shape('', text, text)
export const idempotencyKey = (ownerId: string, route: string, keySha256: string): Key => ({
  pk: PARTITION.idempotency(ownerId),
  sk: idempotencySort(route, keySha256),
})
