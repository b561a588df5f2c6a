// Changes that a helper made to the process are undone when the file that asked for them has ended: other files come after it there.
const undoing: (() => void)[] = []

/** Has `undo` called after the last test of the file, whatever else it mocked in between. */
export const atFileEnd = (undo: () => void): void => {
  undoing.push(undo)
}

/** For `clean-slate.ts`: the last change is undone first. */
export function undoAll(): void {
  for (const undo of undoing.splice(0).reverse()) undo()
}
