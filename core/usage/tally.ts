// Counts by name: `GET /api/v1/media/:id 200` for requests, `publish_content completed` for jobs. Adding up tallies of parts
// gives the tally of the whole, which is all that summaries rest on.
import * as z from 'zod/mini'

/** How many, their durations summed, and how many of them have a duration. */
export type Cell = [count: number, durationMs: number, timed: number]
export type Tally = Map<string, Cell>

/** One thing that is counted, at the Unix ms that decides which ranges it is in. */
export interface Entry {
  at: number
  cell: string
  /** The same figures by caller; absent where the caller is not known. */
  caller?: string
  duration_ms: number | null
}

export const StoredCells = z.record(z.string(), z.tuple([z.number(), z.number(), z.number()]))

function grow(tally: Tally, name: string, [count, durationMs, timed]: Cell): void {
  const cell = tally.get(name)
  if (cell) {
    cell[0] += count
    cell[1] += durationMs
    cell[2] += timed
  } else {
    tally.set(name, [count, durationMs, timed])
  }
}

export function count(tally: Tally, { cell, caller, duration_ms }: Entry): void {
  const one = (): Cell => [1, duration_ms ?? 0, duration_ms === null ? 0 : 1]
  grow(tally, cell, one())
  if (caller !== undefined) grow(tally, caller, one())
}

/** Adds `part` into `tally`. */
export function merge(tally: Tally, part: Tally): Tally {
  for (const [name, cell] of part) grow(tally, name, cell)
  return tally
}

export const toStored = (tally: Tally): z.infer<typeof StoredCells> => Object.fromEntries(tally)
export const ofStored = (cells: unknown): Tally => new Map(Object.entries(StoredCells.parse(cells)))

export const requestCell = (method: string, endpoint: string, status: number): string =>
  `${method} ${endpoint} ${status}`

/** The parts of a request's name; paths have no spaces. */
export function requestOf(cell: string): { method: string; endpoint: string; status: number } {
  const [method = '', endpoint = '', status = ''] = cell.split(' ')
  return { method, endpoint, status: Number(status) }
}

/** Requests by caller stand beside those by endpoint, as if this were a method. */
const BY_CALLER = 'KEY'

/** @param caller the id of an API key, or `dashboard`. */
export const callerCell = (caller: string, status: number): string => requestCell(BY_CALLER, caller, status)

/** The parts of the name of a cell by caller; undefined for one by endpoint. */
export function callerOf(cell: string): { caller: string; status: number } | undefined {
  const { method, endpoint, status } = requestOf(cell)
  return method === BY_CALLER ? { caller: endpoint, status } : undefined
}

export const jobCell = (type: string, state: string): string => `${type} ${state}`
