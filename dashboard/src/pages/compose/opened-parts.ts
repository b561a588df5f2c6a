// Parts of the composer that load when somebody first opens one: together, as each file more makes the list of files longer that
// every page loads.
export { DraftList } from './draft-list.tsx'
export { draftFrom, draftOfShared, draftWith } from './from-post.ts'
export { HashtagDialog } from './hashtag-dialog.tsx'
export { LibraryDialog } from './library-dialog.tsx'
export { PlatformOptions } from './options/platform-options.tsx'
export { SharedNotes, Taken } from './shared-notes.tsx'
export { WordsDialog, withWords } from './words-dialog.tsx'
