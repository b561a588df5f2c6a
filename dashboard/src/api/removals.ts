// Removals that got no clear answer. If the thing is gone at the next try, this page has removed it.
const unclear = new Set<string>()

/** The parts of a request by which it is recognized. A `Request` has both. */
interface Asked {
  method: string
  url: string
}

/** Notes that nobody knows what became of a request. */
export function noteUnclear({ method, url }: Asked): void {
  if (method === 'DELETE') unclear.add(url)
}

/** @returns whether an answer says of something that this page removed that it is gone; once. */
export function wasRemovedHere(asked: Asked, status: number): boolean {
  if (status >= 500) noteUnclear(asked)
  return status === 404 && asked.method === 'DELETE' && unclear.delete(asked.url)
}
