import { type ComponentType, use } from 'react'
import { noAnswer } from '../api/client.ts'

/** The file for which the dashboard was loaded anew last: once is enough. */
const KEY = 'gone'

/** A file could not be loaded: after an update it is gone, and the dashboard is loaded anew. */
async function loadAnewFor(gone: unknown): Promise<void> {
  // Where nothing can be reached, the browser's own page would stand in place of this one.
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
    // Only where the page is to be shown: while it is loaded ahead, something else may be open here.
    if (!Page && gone) anew ??= loadAnewFor(gone)
    if (!Page) use(anew ?? preload())
    return Page && <Page />
  }
  return Object.assign(Lazy, { preload })
}
