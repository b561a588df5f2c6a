// Text that was written on a page and not sent yet stays in this tab: it is there again after another page, a reload, or a session that ended
// meanwhile.
import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'
import { WRITTEN } from '../api/sign-in.ts'

function read<Value>(name: string): Value | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? 'null') as Value | null) ?? undefined
  } catch {
    return undefined
  }
}

function write(name: string, value: unknown, first: unknown): void {
  const said = JSON.stringify(value)
  try {
    if (said === JSON.stringify(first)) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, said)
  } catch {
    // Then it stays as long as the page.
  }
}

/** State of a page that is kept in this tab, also for who is not signed in. @param what names it, alone in the dashboard. @param first is not worth keeping. */
export function useKeptHere<Value>(what: string, first: Value): [Value, (next: Value) => void] {
  const name = WRITTEN + what
  const [value, setValue] = useState<Value>(() => read(name) ?? first)
  const set = (next: Value) => {
    setValue(next)
    write(name, next, first)
  }
  return [value, set]
}

const useOwn = (what: string): string => `${useSession().person.id}-${what}`

/** The same for the person who is signed in. */
export const useKeptState = <Value>(what: string, first: Value) => useKeptHere(useOwn(what), first)

/** The same for a field of a dialog, as long as that is open: one that is closed was saved or cancelled. */
export function useKeptField<Value>(what: string, first: Value): [Value, (next: Value) => void] {
  const own = useOwn(what)
  // A page that is left for the sign-in, or reloaded, closes no dialog.
  useEffect(() => () => write(WRITTEN + own, null, null), [own])
  return useKeptHere(own, first)
}
