// A template of an older version in the form that the present local run reads.

interface Template {
  Resources: Record<string, { Type: string; Properties?: Properties }>
}
interface Properties {
  Body?: { paths?: Record<string, Record<string, { responses?: Record<string, unknown> }>> }
  MethodSettings?: { ResourcePath: string; HttpMethod: string }[]
}

/**
 * The first versions had in the template of the API what AWS does not take, and what the local run therefore refuses by now: an
 * answer called `default`, and settings of the method ANY. What the functions do depends on neither.
 */
export function readableToday<T extends object>(given: T): T {
  const template = structuredClone(given)
  for (const { Type, Properties } of Object.values((template as unknown as Template).Resources)) {
    if (Type === 'AWS::ApiGateway::RestApi') nameAnswersByStatus(Properties?.Body?.paths ?? {})
    if (Type === 'AWS::ApiGateway::Stage' && Properties?.MethodSettings)
      Properties.MethodSettings = Properties.MethodSettings.filter(({ HttpMethod }) => HttpMethod !== 'ANY')
  }
  return template
}

function nameAnswersByStatus(paths: NonNullable<NonNullable<Properties['Body']>['paths']>): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { default: other, ...byStatus } = operation.responses ?? {}
    if (other !== undefined) operation.responses = { 200: other, ...byStatus }
  }
}
