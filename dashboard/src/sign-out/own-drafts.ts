// The drafts that a person has in this browser, as signing out deals with them. What keeps them loads when it is needed.
import { useEffect, useState } from 'react'

const store = () => import('../pages/compose/draft.ts')

/** Whether there are drafts that would be lost; false where that cannot be read. */
export const hasDrafts = async (personId: string): Promise<boolean> => {
  try {
    return await (await store()).hasDrafts(personId)
  } catch {
    return false
  }
}

/** The same while it is shown. */
export function useHasDrafts(personId: string): boolean {
  const [found, setFound] = useState(false)
  useEffect(() => {
    let here = true
    void hasDrafts(personId).then((has) => here && setFound(has))
    return () => {
      here = false
    }
  }, [personId])
  return found
}

/** Deletes them. Never throws: signing out goes on. */
export const forgetDrafts = async (personId: string): Promise<void> => {
  try {
    await (await store()).forgetDrafts(personId)
  } catch {
    // The browser keeps nothing.
  }
}
