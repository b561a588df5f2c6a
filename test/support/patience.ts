/**
 * How long a test waits for what comes in a moment, in milliseconds. On a machine with much else to do a moment is long;
 * a test that passes waits no longer for it. How long people wait is asserted in the suite `timed` alone.
 */
export const PATIENCE_MS = 45_000
