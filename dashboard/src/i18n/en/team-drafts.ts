// Drafts that the team shares, in the parts of the composer that load when they are opened.

export default {
  noDrafts: 'No drafts yet. Save a draft for the team, and everybody can continue it.',
  savedBy: (name: string) => `Saved by ${name}`,
  you: 'you',
  anApiKey: 'an API key',
  editing: (names: string) => `Editing now: ${names}`,
  open: 'Open',
  openNamed: (title: string) => `Open “${title}”`,
  deleteNamed: (title: string) => `Delete the draft “${title}”`,
  deleteDraft: 'Delete',
  deleteDraftTitle: (title: string) => `Delete the draft “${title}”?`,
  deleteDraftWhy: 'It is deleted for everybody in your team.',
  sharedSaved: (name: string) => `A draft of your team, last saved by ${name}:`,
  sharedNewer: (name: string) => `While you were writing, this draft was saved by ${name}:`,
  showNewer: 'Show that version',
  saveOver: 'Replace it with mine',
  sharedGone: 'This draft was published or deleted by somebody else. This copy is only in this browser.',
  sharedTaken: 'This draft was published meanwhile, with other words or choices. Look at the posts first.',
  keepOwn: 'Keep it as my own',
}
