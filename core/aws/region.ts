// The AWS region that an operator's environment names.

/** As the AWS command line reads it; the SDK by itself knows only the first of the two. */
export const regionOf = (environment: Readonly<Record<string, string | undefined>>): string | undefined =>
  environment.AWS_REGION || environment.AWS_DEFAULT_REGION || undefined
