// Functions of two versions of the stack on the same data, as while a deployment replaces them one by one.
import type { State } from '../state.ts'
import type { Template } from '../template.ts'
import type { Functions } from './functions.ts'

export interface TwoVersions extends Functions {
  /** Functions that both versions have, by their ids. */
  readonly shared: readonly string[]
  /** From now on these run as the other version has them, and no others. @throws {Error} for what is not shared. */
  replace(ids: readonly string[]): void
  /** Which are replaced, and how often functions of either version were called. */
  standing(): { shared: readonly string[]; replaced: readonly string[]; calls: { own: number; other: number } }
}

/**
 * @param own functions of the version whose API, schedules and queues run. @param other the same functions in the other version.
 * @param state which are replaced is kept over restarts.
 */
export function twoVersions(
  own: { template: Template; functions: Functions },
  other: { template: Template; functions: Functions },
  state: State,
): TwoVersions {
  const ids = (template: Template) => template.resources('AWS::Lambda::Function').map(({ id }) => id)
  const there = new Set(ids(other.template))
  const shared = ids(own.template).filter((id) => there.has(id))
  const kept = state.collection<readonly string[]>('replaced-functions')
  let replaced = new Set(kept.get('ids') ?? [])
  const calls = { own: 0, other: 0 }

  const called = (target: string): [Functions, string] => {
    const id = own.template.find(target)?.id ?? target
    const version = replaced.has(id) ? 'other' : 'own'
    calls[version] += 1
    return [version === 'other' ? other.functions : own.functions, id]
  }
  return {
    shared,
    replace: (wanted) => {
      const unknown = wanted.filter((id) => !shared.includes(id))
      if (unknown.length > 0) throw new Error(`Not in both versions: ${unknown.join(', ')}.`)
      replaced = new Set(wanted)
      kept.put('ids', wanted)
    },
    standing: () => ({ shared, replaced: [...replaced], calls: { ...calls } }),
    invoke: (target, event) => {
      const [functions, id] = called(target)
      return functions.invoke(id, event)
    },
    invokeStreaming: (target, event) => {
      const [functions, id] = called(target)
      return functions.invokeStreaming(id, event)
    },
    processesOf: (target) => own.functions.processesOf(target),
    stop: async (graceMs) => {
      await Promise.all([own.functions.stop(graceMs), other.functions.stop(graceMs)])
    },
  }
}
