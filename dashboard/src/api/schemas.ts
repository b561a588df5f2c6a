// What the API answers with, by the names that the dashboard uses; the client's types are made from the document.
import type { Schemas } from '@social-publisher/client'

/** Who is signed in, and for which owner. */
export type Session = Schemas['Session']
/** A browser that is signed in. */
export type SignIn = Schemas['SessionListed']
export type Role = Schemas['OwnerOfPerson']['role']
export type Connection = Schemas['Connection']
/** The accounts of one sign-in, to be chosen from. */
export type Choice = Schemas['Choice']
export type Key = Schemas['Key']
export type Member = Schemas['Member']
/** Who made something. */
export type Maker = Schemas['Maker']
export type Invitation = Schemas['Invitation']
