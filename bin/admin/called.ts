// The words that call the operator's command: in a checkout, or where a package brings it.
let words = 'npm run -s admin --'

/** For help, and for what is to be called next. */
export const adminCall = (): string => words

/** Told by a program that has this command as one of its own. */
export const adminIsCalledBy = (theirs: string): void => {
  words = theirs
}
