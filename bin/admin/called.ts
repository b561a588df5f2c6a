// How the operator's command is called: in a checkout, or from the deploying package.
let words = 'npm run -s admin --'

/** For help, and for what is to be called next. */
export const adminCall = (): string => words

/** Told by a program that has this command as one of its own. */
export const adminIsCalledBy = (theirs: string): void => {
  words = theirs
}
