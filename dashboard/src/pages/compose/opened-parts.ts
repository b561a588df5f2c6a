// What the composer loads when somebody first opens a part of it: together, as each file more makes the list of files longer that
// every page loads.
export { draftFrom, draftOfShared, draftWith } from './from-post.ts'
export { LibraryDialog } from './library-dialog.tsx'
export { OptionEditor } from './options/option-editor.tsx'
export { WordsDialog, withWords } from './words-dialog.tsx'
