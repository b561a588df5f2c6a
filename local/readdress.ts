// Addresses of AWS that the template holds, as those of the local run.
import { isObject } from './intrinsics.ts'
import { apiOrigin, poolOrigin, queueOrigin } from './physical-names.ts'
import type { Resource, Template } from './template.ts'

/** Puts the addresses of the local servers where AWS's would stand. */
export type Readdress = (text: string) => string

export interface Origins {
  api: string
  cdn: string
  /** Where the distribution is that has the API under its own address. */
  dashboard: string
  /** The provider in place of the user pool. */
  provider: string
  objects: string
  queues: string
}

/** Whether an origin of the distribution is an API of the template: then it is the dashboard's. */
export const hasApi = (template: Template, { properties }: Resource): boolean =>
  template
    .resources('AWS::ApiGateway::RestApi')
    .some(({ ref }) => JSON.stringify(properties).includes(`"${new URL(apiOrigin(template, ref)).host}"`))

export function readdress(template: Template, origins: Origins): Readdress {
  const pairs: [string, string][] = [
    ...template.resources('AWS::CloudFront::Distribution').flatMap((distribution) => {
      const config = distribution.properties.DistributionConfig
      const aliases = isObject(config) && Array.isArray(config.Aliases) ? config.Aliases : []
      const origin = hasApi(template, distribution) ? origins.dashboard : origins.cdn
      return [distribution.attributes.DomainName!, ...aliases].map((host): [string, string] => [
        `https://${host}`,
        origin,
      ])
    }),
    ...template
      .resources('AWS::Cognito::UserPool')
      .map(({ attributes }): [string, string] => [attributes.ProviderURL!, origins.provider]),
    ...template
      .resources('AWS::Cognito::UserPoolDomain')
      .map(({ ref }): [string, string] => [poolOrigin(template, ref), origins.provider]),
    ...template
      .resources('AWS::S3::Bucket')
      .map(({ attributes }): [string, string] => [`https://${attributes.RegionalDomainName}`, origins.objects]),
    ...template
      .resources('AWS::ApiGateway::RestApi')
      .map(({ ref }): [string, string] => [apiOrigin(template, ref), origins.api]),
    [queueOrigin(template), origins.queues],
  ]
  return (text) => pairs.reduce((so, [from, to]) => so.replaceAll(from, to), text)
}
