// The API's answers, by the names that the dashboard uses; the client's types are made from the document.
import type { Schemas } from '@social-publisher/client'

/** The person who is signed in, and the owner. */
export type Session = Schemas['Session']
/** A browser that is signed in. */
export type SignIn = Schemas['SessionListed']
export type Role = Schemas['OwnerOfPerson']['role']
export type Connection = Schemas['Connection']
/** The accounts of one sign-in, to be chosen from. */
export type Choice = Schemas['Choice']
export type Key = Schemas['Key']
export type Member = Schemas['Member']
/** The person or key that made something. */
export type Maker = Schemas['Maker']
export type Invitation = Schemas['Invitation']
