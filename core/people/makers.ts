// The makers of things, as members of the same owner may see them.
import { getPeople } from './person-store.ts'

export interface Maker {
  id: string
  name: string
  email: string
}

/** The person of an id as answers show them; null where nobody is known to have made it. */
export type MakerOf = (personId: string | null | undefined) => Maker | null

/** Reads the people once, however much they made. */
export async function makersOf(made: readonly { created_by?: string | null }[]): Promise<MakerOf> {
  const people = await getPeople(made.flatMap(({ created_by }) => created_by ?? []))
  return (personId) => {
    if (!personId) return null
    const { name = '', email = '' } = people.get(personId) ?? {}
    return { id: personId, name, email }
  }
}
