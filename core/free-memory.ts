// Memory of bytes that pass through: they stay outside of the heap until what refers to them is collected, which Node
// is in no hurry to do. Asked now and then, a file of any size takes no more than a small one.

type Collect = (options: { type: 'minor' }) => void

/** Node's collector of what has just become garbage, which a program has to ask for. */
async function collector(): Promise<Collect> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')])
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}
let collecting: Promise<Collect> | undefined

/** Frees what has just become garbage: a millisecond or two. */
export async function freeYoungGarbage(): Promise<void> {
  collecting ??= collector()
  ;(await collecting)({ type: 'minor' })
}
