// Which of a field's controls a refusal is about.

/** Attributes of a control that a refusal is about. */
export const invalidIf = (is: boolean, described: string | undefined) =>
  is ? ({ 'aria-invalid': true, 'aria-describedby': described } as const) : {}

/** Attributes of the one control of a field. */
export const controlOf = ({
  label,
  described,
  wrong,
}: {
  label: string
  described: string | undefined
  wrong: string | undefined
}) => ({ 'aria-label': label, 'aria-describedby': described, ...invalidIf(wrong !== undefined, described) }) as const

/**
 * The place of the entry that a refusal names, among those on the page: what says nothing is not in the request.
 * @param wrong as the request names it: "[1].content". @returns the first where it names none, -1 where nothing is refused.
 */
export function wrongEntry<T>(
  wrong: string | undefined,
  entries: readonly T[],
  isSaid: (entry: T, at: number) => boolean,
): number {
  if (wrong === undefined) return -1
  const said = entries.flatMap((entry, at) => (isSaid(entry, at) ? [at] : []))
  return said[Number(/\[(\d+)\]/.exec(wrong)?.[1] ?? 0)] ?? 0
}
