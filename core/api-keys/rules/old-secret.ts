// How long the old secret of a rotated key may live on. Pure.

/** In hours; 0 is not at all. */
export const OLD_SECRET_HOURS = [0, 1, 24] as const
export type OldSecretHours = (typeof OLD_SECRET_HOURS)[number]
