// Only for posts that have more than a text, media, accounts and a time: options, texts of single accounts, the next
// free slot. One module, which a posting function loads with the first request that needs any of it: each further one
// would be a file more to load for all the others.
export { nextSlotOf } from '../slots/next-slot.ts'
export { allOptionMedia, countedBeside } from './rules/account-options.ts'
export { optionIssues, sizeIssues } from './rules/check-options.ts'
export { publicationPlan } from './rules/publication-plan.ts'
