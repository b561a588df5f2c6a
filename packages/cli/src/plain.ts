// Texts of others on a terminal: names of platforms and files may hold codes that it obeys.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
export const plain = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')

/** The same in one line: none of them makes a line that looks like ours. */
export const oneLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ')
