// Under which names a platform is set: where its interface is, in which version, and the app at it. The same for every
// platform, made of its id: `exampleGraphUrl` of the stack is its output `ExampleGraphUrl` and the functions' variable
// `EXAMPLE_GRAPH_URL`.
import type { PlatformId } from './facts.ts'

export const PLATFORM_SETTINGS = ['GraphUrl', 'ApiVersion', 'AppId', 'AppSecretArn'] as const
type Part = (typeof PLATFORM_SETTINGS)[number]

export type PlatformSetting<P extends Part = Part> = `${PlatformId}${P}`
/** The variables that functions read. */
export type PlatformVariable =
  | `${Uppercase<PlatformId>}_${'GRAPH_URL' | 'API_VERSION' | 'APP_ID' | 'APP_SECRET_ARN'}`
  | `${Uppercase<PlatformId>}_${string}_URL`

export const settingOf = <P extends Part>(id: PlatformId, part: P): PlatformSetting<P> => `${id}${part}`

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** The stack's output of the same value. */
export const outputOf = (id: PlatformId, part: Part): string => `${capitalized(id)}${part}`

export const graphUrlVariable = (id: PlatformId): PlatformVariable =>
  `${id.toUpperCase() as Uppercase<PlatformId>}_GRAPH_URL`
export const apiVersionVariable = (id: PlatformId): PlatformVariable =>
  `${id.toUpperCase() as Uppercase<PlatformId>}_API_VERSION`
export const appIdVariable = (id: PlatformId): PlatformVariable => `${id.toUpperCase() as Uppercase<PlatformId>}_APP_ID`
export const appSecretArnVariable = (id: PlatformId): PlatformVariable =>
  `${id.toUpperCase() as Uppercase<PlatformId>}_APP_SECRET_ARN`

/** The same of an origin that is not its graph's: `exampleMapsUrl`, `ExampleMapsUrl`, `EXAMPLE_MAPS_URL`. */
export const serviceSetting = (id: PlatformId, service: string): string => `${id}${capitalized(service)}Url`
export const serviceOutput = (id: PlatformId, service: string): string => capitalized(serviceSetting(id, service))
export const serviceVariable = (id: PlatformId, service: string): PlatformVariable =>
  `${id.toUpperCase() as Uppercase<PlatformId>}_${service.toUpperCase()}_URL`
