import type { Maker } from '../api/schemas.ts'

/** The person who made something, by name; by address where the provider told no name. */
export const makerName = ({ name, email }: Maker): string => name || email
