// Places in a request, counted from 1 as people do: the service counts from 0.

/** ".options[2]" as people count: "options 3". */
export const partInWords = (part: string, nameOf: (name: string) => string): string =>
  (part.match(/\w+/g) ?? []).map((each) => (/^\d+$/.test(each) ? Number(each) + 1 : nameOf(each))).join(' ')

/** The service's own words, with the entries that they name counted as people do: "repeats options[0]" is "repeats options 1". */
export const asCounted = (words: string, nameOf: (name: string) => string): string =>
  words.replace(/\w+\[\d+\](\.\w+|\[\d+\])*/g, (path) => partInWords(path, nameOf))
