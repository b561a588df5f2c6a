// How much of the tests a run has. All tests: in CI, by `npm run test:deep`, and wherever a suite or a file is named. `npm test` of
// a person leaves those out that are tagged `deep`, which take long for what they add to the others.

/** Whether tests of random histories run many times as many. */
export const DEEP = Boolean(process.env.CI || process.env.DEEP)

/** Whether tests that are tagged `deep` are left out. Processes of tests inherit what this is read from. */
export const SHORT = !DEEP && process.env.npm_lifecycle_event === 'test'
