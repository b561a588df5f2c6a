// How Instagram counts text (text rules of its publishing reference).

/** UTF-16 units, the largest of the possible countings, as no unit is documented. */
export const instagramLength = (text: string): number => text.length

export const hashtagsIn = (text: string): number => text.match(/#[\p{L}\p{N}\p{M}_]+/gu)?.length ?? 0

/** An @ inside a word is an address, not a mention. */
export const mentionsIn = (text: string): number => text.match(/(?<![\p{L}\p{N}_.])@[A-Za-z0-9_.]+/gu)?.length ?? 0

export const isAscii = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)
