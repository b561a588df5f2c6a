// The users of the local sign-in, who were made or invited. They outlive a restart.
import { randomBytes } from 'node:crypto'
import type { State } from '../state.ts'

export interface User {
  sub: string
  email: string
  password: string
  /** Has been here: there is no first password to be told again. */
  signed_in?: true
}

export interface Users {
  find(email: string): User | undefined
  findOrMake(email: string): User
  bySub(sub: string): User | undefined
  put(user: User): void
  remove(user: User): void
}

/** Addresses differ neither by their case nor by spaces around them. */
const keyOf = (email: string): string => email.trim().toLowerCase()

export function openUsers(state: State): Users {
  const stored = state.collection<User>('users')
  const find = (email: string): User | undefined => stored.get(keyOf(email))
  return {
    find,
    findOrMake: (email) => {
      const known = find(email)
      if (known) return known
      const made = { sub: crypto.randomUUID(), email: keyOf(email), password: randomBytes(9).toString('base64url') }
      stored.put(made.email, made)
      return made
    },
    bySub: (sub) => stored.all().find((one) => one.sub === sub),
    put: (user) => stored.put(user.email, user),
    remove: ({ email }) => void stored.delete(email),
  }
}
