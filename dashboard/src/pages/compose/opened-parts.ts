// Parts of the composer that load when somebody first opens one: together, as each file more makes the list of files longer that
// every page loads.
export { draftFrom, draftOfShared, draftWith } from './from-post.ts'
export { HashtagDialog } from './hashtag-dialog.tsx'
export { LibraryDialog } from './library-dialog.tsx'
export { OptionEditor } from './options/option-editor.tsx'
export { WordsDialog, withWords } from './words-dialog.tsx'
