// Limits of the AWS account, checked before a deployment, and the messages about them.

/** What AWS says of the account in a region; nothing where these credentials may not ask. */
export interface Account {
  id: string
  region: string
  /** Functions at the same time that this stack may count on: the account's, without those reserved for others. */
  concurrency: number | undefined
  /** Whether CloudFront serves anything of this account. Whether it would is known only by trying. */
  hasDistribution: boolean | undefined
}

/** The concurrency of an established account; new ones often have 10. */
export const USUAL_CONCURRENCY = 1000

/**
 * Regions without function URLs, by one of which the CDN has its variants made: those of AWS's list, and one that CloudFormation has no
 * such resource in. AWS adds regions, so it is tried all the same.
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html
 */
const WITHOUT_FUNCTION_URLS: readonly string[] = [
  'ap-east-2',
  'ap-south-2',
  'ap-southeast-4',
  'ap-southeast-5',
  'ap-southeast-6',
  'ap-southeast-7',
  'ca-west-1',
  'eu-central-2',
  'eu-south-2',
  'il-central-1',
  'me-central-1',
  'mx-central-1',
]

const MORE_CONCURRENCY = 'ask for more in Service Quotas (AWS Lambda, Concurrent executions)'

/** One sentence for each thing that will not work as it should, with what to do about it. */
export function warningsOf({ region, concurrency, hasDistribution }: Account): string[] {
  const warnings: string[] = []
  if (WITHOUT_FUNCTION_URLS.includes(region)) {
    warnings.push(
      `Lambda has no function URLs in ${region}, as far as this release knows, and the CDN needs one: unless AWS has added them by now, the deployment fails and is taken back; deploy to another region.`,
    )
  }
  if (concurrency === undefined) {
    warnings.push(
      `These credentials may not ask Lambda how many functions can run at once in ${region}: if fewer than ${USUAL_CONCURRENCY}, give -c accountConcurrency=NUMBER.`,
    )
  } else if (concurrency < USUAL_CONCURRENCY) {
    warnings.push(
      `Lambda runs ${concurrency} functions at once for this stack in ${region}, where ${USUAL_CONCURRENCY} are usual: workers get a share that leaves room for the API, but many posts at once take longer and bursts of requests are refused; ${MORE_CONCURRENCY}.`,
    )
  }
  if (hasDistribution === undefined) {
    warnings.push(
      'These credentials may not ask CloudFront for its distributions, so they may not be able to make one either: the deployment shows it.',
    )
  } else if (!hasDistribution) {
    warnings.push(
      'CloudFront serves nothing of this account yet, and refuses some new accounts ("must be verified before you can add new CloudFront resources"): if the deployment ends with that, ask AWS Support for it, then deploy again.',
    )
  }
  return warnings
}
