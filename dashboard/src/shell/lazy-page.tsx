import { type ComponentType, use } from 'react'
import { noAnswer } from '../api/client.ts'

/** Key of the missing file for which the dashboard was last reloaded: it is reloaded once for a file. */
const KEY = 'gone'

/** Reloads the dashboard because a file could not be loaded: after an update the file is gone. */
async function loadAnewFor(gone: unknown): Promise<void> {
  // Without a connection, a reload would put the browser's own error page in place of this one.
  await fetch('/').catch((error) => {
    throw noAnswer(error)
  })
  if (sessionStorage[KEY] === String(gone)) throw gone
  sessionStorage[KEY] = String(gone)
  window.location.reload()
  await new Promise(() => {})
}

/** A page that loads when it is first needed; the router has it loaded ahead, and again where that failed. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  let Page: ComponentType | undefined
  let loading: Promise<void> | undefined
  let gone: unknown
  let anew: Promise<void> | undefined
  const preload = () => {
    gone = anew = undefined
    loading ??= load()
      .then(
        (all) => {
          Page = all[name]
        },
        (error) => {
          gone = error
        },
      )
      .finally(() => {
        loading = undefined
      })
    return loading
  }
  function Lazy() {
    // Only when the page is to be shown: while it is preloaded, people may work on another page.
    if (!Page && gone) anew ??= loadAnewFor(gone)
    if (!Page) use(anew ?? preload())
    return Page && <Page />
  }
  return Object.assign(Lazy, { preload })
}
