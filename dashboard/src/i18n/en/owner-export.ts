import { plural } from '../catalogue.ts'

export default {
  title: 'Export everything',
  why: 'Takes along all that this team has: its records as JSON lines, a file for each kind, and the original files of its media.',
  inside:
    'Inside: accounts, weekly slots, posts with their results, drafts, approvals, media, figures, usage, notices, webhooks with their deliveries, members, API keys by name, and who changed what.',
  notInside:
    'Not inside: tokens of the accounts, API keys and secrets of webhooks, files that were deleted, and what exists on the platforms alone, such as comments. Schedules do not go on elsewhere by themselves.',
  intoFolder:
    'You choose a folder on this device. The export makes a folder of its own in it, and can be paused, even over a reload of this page.',
  asParts:
    'This browser cannot write to a folder, so the export comes as several ZIP files, each saved as soon as it is full. Allow this page to download several files. After a reload it continues after the last ZIP file that was saved.',
  chooseFolder: 'Choose a folder and start',
  start: 'Start',
  pause: 'Pause',
  goOn: 'Go on',
  startOver: 'Start over',
  close: 'Close',
  running: (kind: string) => `Exporting: ${kind}`,
  preparing: 'Exporting…',
  paused: 'Paused. You may close this and go on later.',
  broke: 'The export stopped. What was written so far is kept.',
  unfinished: (day: string) => `The export of ${day} is not finished.`,
  done: 'The export is complete.',
  counts: (records: number, files: number, size: string) =>
    `${plural('en', records, { one: '# record', other: '# records' })}, ${plural('en', files, { one: '# file', other: '# files' })} (${size})`,
  whereFolder: (folder: string) => `It is in the folder ${folder}.`,
  whereParts: (parts: number) =>
    `It was saved as ${plural('en', parts, { one: '# ZIP file', other: '# ZIP files' })}. Unpack all of them into one folder.`,
  missing: (files: number) =>
    `${plural('en', files, { one: '# file is', other: '# files are' })} not in the storage any more. export.json lists them.`,
  noPermission: 'The browser did not allow this page to write to the folder. Go on, and allow it.',
  noFolder: 'The folder is gone, or is not writable. Put it back and go on, or start over.',
  noSpace: 'There is no space left on this device. Make room and go on.',
  otherTab: 'This export is running in another tab or window.',
  changedFile: 'A file was not received completely. Go on to fetch it again.',
  kinds: {
    owner: 'team',
    keys: 'API keys',
    accounts: 'accounts',
    slots: 'weekly slots',
    members: 'members',
    team: 'invitations',
    webhooks: 'webhooks',
    deliveries: 'deliveries of webhooks',
    media: 'media',
    posts: 'posts',
    approvals: 'approvals',
    drafts: 'drafts',
    insights: 'figures',
    notices: 'notices',
    usage: 'usage',
    activity: 'activity',
  },
}
