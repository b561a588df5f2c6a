// The facts of a platform beside how to call it: pure data. Everything that depends on the platform derives from
// this: rules, variants, settings, outputs, the API document, the operator's command.

import type { TextRule } from './count-text.ts'
import type { ContainerType, PostType } from './enumerations.ts'

export interface Span {
  min: number
  max: number
}

/** The limits of a platform for one type of post. */
export interface PlatformRule {
  /** Number of media by what they are; a kind that is absent is not taken. */
  images?: Span
  videos?: Span
  /** Images and video in one post; the count is then bounded by `total`. */
  mixed: boolean
  total: Span
  /** Whether one medium may be named twice in a post. */
  repeats: boolean
  /** Largest original, bytes. */
  maxImageBytes: number
  maxVideoBytes: number
}

/** How a platform says that a video must be coded, by the names that an inspection gives. It says nothing of absent fields. */
export interface VideoCoding {
  /** Codecs that it takes, with what people call them. */
  codecs?: Readonly<Record<string, string>>
  chroma?: string
  scan?: string
  /** Pictures per second. */
  frame_rate?: Span
  audio?: { codec: string; max_sample_rate: number; max_channels: number; bit_rate: number }
  /** The description of the tracks in front, and no edit lists. */
  layout?: true
}

/** By the type of the container in which a video is sent. */
export type VideoCodings = Readonly<Partial<Record<ContainerType, VideoCoding>>>

/** The limits of a platform for a video sent as one type of container. */
export interface VideoRule {
  max_bytes: number
  min_width?: number
  max_width: number
  /** Width to height. */
  ratio: Span
  duration_ms: Span
  /** Bits per second. */
  max_bit_rate: number
}

/** The limits of the JPEG that a platform is sent of a picture. */
export interface PictureRule {
  maxWidth: number
  /** Narrower pictures are enlarged to it: platforms refuse them otherwise. */
  minWidth: number
  /** Width to height; a picture outside is padded to the nearest, because nothing may be cut unless asked for. */
  ratio: Span
  /**
   * Bytes of the JPEG, where the platform takes fewer than the largest that is made. Where a lower quality is not enough, it gets
   * fewer pixels.
   */
  maxBytes?: number
}

/** Whether a platform downloads a medium from its address, or is sent the bytes. */
export type MediaBy = 'address' | 'bytes'

/**
 * How sessions of a platform are kept alive.
 * `time` renewed by itself well before it ends, again and again · `single_use` by a refresh token that is good once: one worker
 * at a time, recorded before it is used, and also by a worker that finds it run out · `never` it ends, or has no end.
 */
export interface SessionFacts {
  renewed: 'time' | 'single_use' | 'never'
  /** How long a session lives that was given without saying so; null for one without end. */
  life_ms: number | null
  /** With `time`: a session younger than this is not renewed. */
  youngest_ms?: number
  /** Renewed by the keeper when it has less than this left. */
  ahead_ms?: number
}

/** How an account's owner connects it. */
export interface SignInFacts {
  /**
   * `consent` by a page of the platform · `password` with a password that is made for apps · `token` with an access token that the
   * operator's command is given.
   */
  ways: readonly ('consent' | 'password' | 'token')[]
  /**
   * The name that has to be given before the consent page can be found: the `host` that the account lives on, or the account's
   * `handle`, which leads to its host. Every call to either is guarded as any address from outside. Absent: nothing.
   */
  asks?: 'host' | 'handle'
  /**
   * Whose app asks: the operator's, named in the stack's settings (absent) · `per_host` one that is registered at each host when
   * it is first needed · `own` one that this installation makes for itself, once.
   */
  app?: 'per_host' | 'own'
  /** One grant may give several accounts, of which the owner chooses. */
  several?: true
}

/** Where a platform is that has one host for all accounts. */
export interface HomeAddresses {
  /** Origin of its interface, and the version that is asked for unless a setting says otherwise. */
  graph: string
  version: string
  /** Origins of the two OAuth steps that are not on the graph host. */
  authorize: string
  token: string
}

/** The use of a picture: its variant depends on it. */
export type PictureUse = 'feed' | 'story' | 'carousel'

/** Purposes of permissions beyond publishing. */
export const ABILITY_GROUPS = ['comments', 'insights', 'delete', 'location', 'stories'] as const
export type AbilityGroup = (typeof ABILITY_GROUPS)[number]

/**
 * Purposes that a setting can ask for beyond publishing; `publish` asks for none of them. `instagram`: the Instagram
 * accounts of the Pages that a sign-in to Facebook gives.
 */
export const SCOPE_GROUPS = [...ABILITY_GROUPS, 'instagram'] as const
export type ScopeGroup = (typeof SCOPE_GROUPS)[number]

/** In place of groups: only publishing. */
export const PUBLISH_ONLY = 'publish'

/** Purposes that the stack asks for unless its setting says otherwise: all but what Meta reviews for few. */
export const DEFAULT_GROUPS = 'comments,insights,delete,instagram'

/** The groups of a list such as `comments,delete`; undefined if the text is no such list. */
export function groupsIn(list: string): ScopeGroup[] | undefined {
  const names = list.split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === PUBLISH_ONLY) return []
  const known = names.filter((name): name is ScopeGroup => (SCOPE_GROUPS as readonly string[]).includes(name))
  return known.length === names.length ? known : undefined
}

/** Look-ups with an account's session, beside its own posts. */
export type LookUp = 'places' | 'hashtags' | 'collaborators'

/** Permissions that publishing needs, and others that can be granted. */
export interface Access {
  /** Permissions that an account's owner is asked for; publishing needs all of them. */
  scopes: readonly string[]
  /** Permissions beyond publishing, by their purpose; a setting says which are asked for. */
  further_scopes?: Partial<Record<AbilityGroup, readonly string[]>>
  /** Deleting what was published; absent where the platform's API has no way. `daily` is absent where no limit is documented. */
  deletion?: { scope: string; daily?: number }
  /** Look-ups that are possible; none where it is absent. */
  looks_up?: readonly LookUp[]
}

export interface PlatformFacts extends Access {
  /** Different hashtags that an account may search for in a rolling span. */
  hashtag_searches?: { most: number; within_ms: number }
  /** Its `social_provider` in the API: never renumber. */
  provider_id: number
  display_name: string
  kr_name: string
  caption: {
    max: number
    counts: TextRule
    /** A second bound, counted otherwise. */
    also?: readonly { max: number; counts: TextRule }[]
    /** The most of each that it takes; more is refused. */
    most?: { links?: number; hashtags?: number; mentions?: number }
    /** Up to here it is usual; the effect of more is not documented. */
    usual?: { hashtags?: number }
  }
  /** A mention is to be looked up before it leads to anybody; names of one post that are, when the post is accepted. */
  looks_up_mentions?: { most: number }
  /** The containers that take a description of their medium. */
  alt_text: {
    on: readonly ContainerType[]
    /** The longest that it takes; absent where the API's own limit is shorter. */
    max?: number
    /** How it counts; code points if absent. */
    counts?: TextRule
  }
  /** Its limits by type of post; accounts of it are skipped for a type that is absent. */
  posts: Partial<Record<PostType, PlatformRule>>
  /** How it gets each kind of medium. */
  media_by: { image: MediaBy; video: MediaBy }
  session: SessionFacts
  sign_in: SignInFacts
  /** Whether several media are joined to one thing, which is published; else all that was prepared is published together. */
  joins_pieces: boolean
  /** Where the public step may be repeated with its key, because that shows nothing new: for how long after the first call. */
  repeatable?: { within_ms: number }
  /** The container type of a video in the feed that is a post of its own. */
  lone_video: 'video' | 'reel'
  videos: Partial<Record<ContainerType, VideoRule>>
  /** The limits of a picture for each use. Where platforms agree on one, all are sent the same file. */
  picture_of: Readonly<Record<PictureUse, PictureRule>>
  /**
   * Where servers have limits of their own: the sizes, in bytes, from large to small, that its pictures are made to fit as well. An account
   * is sent the largest that its server takes.
   */
  picture_bytes?: readonly number[]
  /** Names that its variants of pictures had before, with the rules of that time: they never change. */
  former_pictures?: Readonly<Record<string, PictureRule>>
  /** Posts that an account may publish in a rolling day, until the platform says otherwise. */
  daily_posts: number
  /** Asked for with `scopes`; the service works without those that are not granted. */
  asked_scopes?: readonly string[]
  /** Platforms whose accounts a sign-in here gives as well; their permissions are asked for where the setting names their group. */
  brings?: readonly Exclude<ScopeGroup, AbilityGroup>[]
  /** In place of its own: of accounts that a sign-in to another platform gave, by the name of that platform. */
  access_by?: Readonly<Record<string, Access>>
  /** The kinds of account that can be published to, as the platform names them; absent where it knows no kinds. */
  account_types?: readonly string[]
  /** Where it is: nothing of `HomeAddresses` for a platform whose accounts have hosts of their own. */
  api: Partial<HomeAddresses> & {
    /** Origins of services that are the same for all hosts, by a short name: each can be set. */
    services?: Readonly<Record<string, string>>
  }
}

/**
 * The permissions that the account's owner was asked for, and what they give.
 * @param via the platform that was signed in to, where it is another than the account's own.
 */
export const accessOf = (facts: PlatformFacts, via?: string | null): Access =>
  (via ? facts.access_by?.[via] : undefined) ?? facts

/** Whether the operator registers an app at the platform. */
export const hasOperatorsApp = ({ sign_in }: PlatformFacts): boolean =>
  sign_in.app === undefined && sign_in.ways.includes('consent')
