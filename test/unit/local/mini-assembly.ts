// A small cloud assembly with functions written in the test: what the local run's parts are tried on.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json, JsonObject } from '../../../local/intrinsics.ts'
import { createLedger } from '../../../local/roles/ledger.ts'
import { type FunctionSettings, type Functions, startFunctions } from '../../../local/services/functions.ts'
import { readAssembly, type Template } from '../../../local/template.ts'

export type Resources = Record<string, { Type: string; Properties?: JsonObject; Condition?: string }>

export interface Assembly {
  folder: string
  template: Template
  remove(): void
}

/** @param code the module of each function, by its logical id. */
export function writeAssembly(
  resources: Resources,
  code: Record<string, string> = {},
  more: JsonObject = {},
): Assembly {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const functions: Resources = {}
  for (const [id, source] of Object.entries(code)) {
    mkdirSync(join(folder, `asset.${id}`))
    writeFileSync(join(folder, `asset.${id}`, 'index.mjs'), source)
    const given = resources[id]?.Properties
    functions[id] = {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Handler: 'index.handler',
        Timeout: 5,
        MemorySize: 128,
        ...given,
        Code: { S3Bucket: 'assets', S3Key: `${id}.zip` },
      },
    }
  }
  const template = { ...more, Resources: { ...resources, ...functions } }
  writeFileSync(join(folder, 'Mini.template.json'), JSON.stringify(template))
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({
      artifacts: { Mini: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Mini.template.json' } } },
    }),
  )
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    return { folder, template: readAssembly(folder), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The functions of an assembly; `reports` is what they had to say. */
export function runFunctions(
  assembly: Assembly,
  settings: Partial<FunctionSettings> = {},
): Functions & { reports: string[] } {
  const reports: string[] = []
  const functions = startFunctions(assembly.template, {
    readdress: (text) => text,
    shared: {},
    overrides: {},
    additions: [],
    logs: join(assembly.folder, 'logs'),
    ledger: createLedger(assembly.template, (line) => reports.push(line)),
    report: (line) => reports.push(line),
    ...settings,
  })
  return { ...functions, reports }
}

export async function serve(listener: RequestListener): Promise<{ origin: string; close(): Promise<void> }> {
  // As much as the local run's own servers read: their limits are below it.
  const server = createServer({ maxHeaderSize: 32 * 1024 }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] })

/** Where API Gateway invokes a function. */
export const invocationOf = (functionArn: Json, streaming = false): JsonObject => ({
  'Fn::Join': [
    '',
    [
      'arn:aws:apigateway:',
      { Ref: 'AWS::Region' },
      streaming ? ':lambda:path/2021-11-15/functions/' : ':lambda:path/2015-03-31/functions/',
      functionArn,
      streaming ? '/response-streaming-invocations' : '/invocations',
    ],
  ],
})

/** An operation of an API's body with a proxy integration, as `lib/api-body.ts` writes it. */
export const operation = (id: string, more: JsonObject = {}, streaming = false): JsonObject => ({
  responses: { 200: { description: 'Any.' } },
  ...more,
  'x-amazon-apigateway-integration': {
    type: 'aws_proxy',
    httpMethod: 'POST',
    uri: invocationOf(getAtt(id, 'Arn'), streaming),
    ...(streaming ? { responseTransferMode: 'STREAM' } : {}),
    ...(more['x-amazon-apigateway-integration'] as JsonObject | undefined),
  },
})

/** The body of an API. */
export const document = (paths: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: '3.0.1',
  info: { title: 'Mini', version: '1' },
  paths,
  ...more,
})
