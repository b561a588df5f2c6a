// Unicode's composed form, at a cost that grows with the text and no faster.

/**
 * More marks in a row than any script has: Unicode's own "stream-safe" text has 30 at most (UAX #15, section 13). They are
 * sorted when text is composed, which takes a second for 50,000 of them and four times that for twice as many.
 */
const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u

/** The text in NFC; as it is where no composed form could matter to a reader. */
export const nfc = (text: string): string => (TOO_MANY_MARKS.test(text) ? text : text.normalize('NFC'))

/** Text in NFC, without unpaired surrogates, which neither the table nor a platform takes. */
export const wellFormed = (text: string): string => nfc(text.toWellFormed())
