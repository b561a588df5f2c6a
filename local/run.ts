// The local run: its phases in order, and their undoing in reverse.
import { devNull } from 'node:os'
import { join } from 'node:path'
import { prepareAssembly } from './assembly.ts'
import { deliveryFaults, INDEX_LAG_MS, lateSchedules, repeatedRules } from './aws-faults-delivery.ts'
import { prepareDemo } from './demo-owner.ts'
import { SIMULATED_IDS } from './fake-platforms/registry.ts'
import type { JsonObject } from './intrinsics.ts'
import type { Options } from './options.ts'
import { type Origins, readdress } from './readdress.ts'
import { createLedger, type Ledger } from './roles/ledger.ts'
import { createApi } from './services/api.ts'
import { createAsyncInvoke } from './services/async-invoke.ts'
import { cdnModels } from './services/cdn/model.ts'
import { createCdn } from './services/cdn.ts'
import { createControl } from './services/control.ts'
import { createDeliver } from './services/deliver.ts'
import { corsRulesOf, makeResources } from './services/engine-resources.ts'
import { CLIENT_SECRET, type Engines, startEngines } from './services/engines.ts'
import { type EventSources, startEventSources } from './services/event-sources.ts'
import { type Functions, startFunctions } from './services/functions.ts'
import { createKeyStore } from './services/gateway/api-keys.ts'
import { letsIn } from './services/gateway/authorizers.ts'
import { apiModel } from './services/gateway/model.ts'
import { createKms } from './services/kms.ts'
import { createMail } from './services/mail.ts'
import { startPlatforms } from './services/platforms.ts'
import { createUserPool } from './services/provider.ts'
import { startRules } from './services/rules.ts'
import { startScheduler } from './services/scheduler.ts'
import { listen } from './services/servers.ts'
import { deployFiles } from './services/site-files.ts'
import { twoVersions } from './services/two-versions.ts'
import { removeEndpoints, type Session, writeEndpoints, writeSession } from './session.ts'
import { bySimulated, originVariables, simulatorOffset } from './simulated-apps.ts'
import { openState } from './state.ts'
import { readAssembly, type Template } from './template.ts'

/** Altogether less than the five seconds in which the service must be gone. */
const REQUEST_GRACE_MS = 1500
const FUNCTION_GRACE_MS = 1500

export interface LocalRun {
  session: Session
  stop(): Promise<void>
}

export interface Surroundings {
  /** A line of progress. */
  progress(line: string): void
  /** Called when a part of it ends by itself: it cannot go on. */
  onFailure(reason: string): void
  /** Aborted when the start is no longer wanted. */
  signal: AbortSignal
}

/** Starts everything. What had been started before a failure is stopped again. */
export async function startLocalRun(options: Options, surroundings: Surroundings): Promise<LocalRun> {
  const undo: (() => Promise<unknown> | unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { session: await start(options, surroundings, undo), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  { port, dashboardPort, dataDir, fresh, ...options }: Options,
  { progress, onFailure, signal }: Surroundings,
  undo: (() => Promise<unknown> | unknown)[],
): Promise<Session> {
  const state = openState(dataDir, fresh)
  undo.push(() => state.close())
  const logs = join(dataDir, 'logs')

  const servers = []
  for (const [wanted, pages, option] of [
    [port, 'all'],
    [port && port + 1, 'all'],
    [0, 'none'],
    [dashboardPort ?? (port && port + 4), 'all', dashboardPort === undefined ? undefined : '--dashboard-port'],
    [0, 'own'],
  ] as const) {
    const server = await listen(wanted, pages, option)
    servers.push(server)
    undo.push(() => server.stop(REQUEST_GRACE_MS))
  }
  const [apiServer, cdnServer, controlServer, dashboardServer, providerServer] = servers as [
    (typeof servers)[0],
    (typeof servers)[0],
    (typeof servers)[0],
    (typeof servers)[0],
    (typeof servers)[0],
  ]

  progress('starting the engines')
  const starting = [
    startEngines(dataDir, options.dynamodb, progress, onFailure).then((engines) => {
      undo.push(engines.stop)
      return engines
    }),
    startPlatforms(
      dataDir,
      bySimulated((id) => (options.platforms[id] ? undefined : port && port + simulatorOffset(id))),
      logs,
      onFailure,
    ).then((simulators) => {
      undo.push(simulators.stop)
      return simulators
    }),
    options.assembly ?? prepareAssembly(progress, signal, options.concurrency),
  ] as const
  // All of them first, then the first failure: what did start must be stopped.
  await Promise.allSettled(starting)
  const [engines, simulators, assembly] = await Promise.all(starting)
  signal.throwIfAborted()

  const template = readAssembly(assembly)
  const platforms = bySimulated((id) => Object.values(options.platforms[id] ?? {})[0] ?? simulators.running[id]!.url)
  // The simulators in any case: their accounts are on them, whichever further servers are allowed.
  const platformHosts = [
    ...(options.platformAllowHosts ? [options.platformAllowHosts] : []),
    ...Object.values(simulators.running).map(({ url }) => new URL(url).host),
  ].join(',')
  const overrides: Record<string, string> = {
    ...Object.fromEntries(
      SIMULATED_IDS.flatMap((id) =>
        originVariables(id).map((name) => [name, options.platforms[id]?.[name] ?? platforms[id]]),
      ),
    ),
    ...(options.publishPollMs ? { PUBLISH_POLL_MS: options.publishPollMs } : {}),
  }
  const origins: Origins = {
    api: apiServer.origin,
    cdn: cdnServer.origin,
    dashboard: dashboardServer.origin,
    provider: providerServer.origin,
    objects: engines.objects,
    queues: engines.queues,
  }
  const address = readdress(template, origins)

  const ledger = createLedger(template, progress)
  engines.allowOrigins(corsRulesOf(template))
  if (options.awsOutages) engines.lagIndexes(INDEX_LAG_MS)
  const shared = clientEnvironment(engines, controlServer.origin)
  const functionsOf = (version: Template, from: string, roles: Ledger, suffix = '') => {
    const signsAs = (id: string) => `${id}${suffix}`
    const idOf = new Map(roles.roles().map(({ functionId }) => [signsAs(functionId), functionId]))
    engines.enforce(
      roles.roles().map((role) => ({ ...role, functionId: signsAs(role.functionId) })),
      (key, word) => idOf.has(key) && roles.note(idOf.get(key)!, word),
    )
    return startFunctions(version, {
      readdress: readdress(version, origins),
      signsAs,
      shared,
      overrides,
      additions: [
        ...(options.urlUploadAllowHosts
          ? ['MEDIA_BUCKET', 'TOKEN_KEY_ID'].map((where) => ({
              where,
              variables: { URL_UPLOAD_ALLOW_HOSTS: options.urlUploadAllowHosts! },
            }))
          : []),
        ...(platformHosts ? [{ where: 'PUBLISH_POLL_MS', variables: { PLATFORM_ALLOW_HOSTS: platformHosts } }] : []),
      ],
      logs: `${logs}${suffix}`,
      concurrency: options.concurrency,
      awsFaults: options.awsFaults,
      awsOutages: options.awsOutages,
      compileCache: join(from, '..', 'compiled'),
      ledger: roles,
      report: progress,
    })
  }
  const own = functionsOf(template, assembly, ledger)
  const other = options.otherAssembly ? readAssembly(options.otherAssembly) : undefined
  const versions =
    other &&
    twoVersions(
      { template, functions: own },
      {
        template: other,
        functions: functionsOf(other, options.otherAssembly!, createLedger(other, progress), '-other'),
      },
      state,
    )
  const functions: Functions = versions ?? own
  undo.push(() => functions.stop(FUNCTION_GRACE_MS))

  await makeResources(template, engines)
  await deployFiles(template, engines.objects, state)
  const users = await createUserPool({
    template,
    state,
    origin: providerServer.origin,
    readdress: address,
    progress,
  })
  if (users) providerServer.serve(users.serve)
  const keys = createKeyStore(template, state, options.gatewayKeyMs)
  const invoking = createAsyncInvoke(template, functions)
  undo.push(invoking.stop)
  const deliver = createDeliver(template, invoking, engines.queues)
  const faults = deliveryFaults(options.awsFaults)
  const scheduler = startScheduler(template, state, lateSchedules(faults, deliver), progress)
  undo.push(scheduler.stop)
  let sources: EventSources | undefined
  const outputs = template.outputs.map(({ key, value }) => ({ key, value: address(value) }))
  controlServer.serve(
    createControl({
      template,
      kms: createKms(template, dataDir),
      users: users?.operations ?? {},
      scheduler,
      keys,
      functions,
      sources: () => sources,
      ledger,
      versions,
      mail: createMail(dataDir, progress),
      outputs,
    }),
  )
  const api = apiModel(template)
  if (api) apiServer.serve(createApi(template, api, functions, keys, options.streamedLength))
  const behind = { functions, objects: engines.objects, api: apiServer.origin }
  const { media, dashboard } = cdnModels(template, address)
  if (media) cdnServer.serve(createCdn(template, media, behind))
  if (dashboard) dashboardServer.serve(createCdn(template, dashboard, behind))
  // Before the functions go: what was asked already is answered.
  undo.push(() => Promise.all([apiServer, cdnServer, dashboardServer].map((server) => server.stop(REQUEST_GRACE_MS))))

  writeEndpoints(dataDir, {
    stack_name: template.stackName,
    region: template.region,
    env: {
      ...shared,
      AWS_REGION: template.region,
      ...overridesOf(template, overrides),
      ...(platformHosts ? { PLATFORM_ALLOW_HOSTS: platformHosts } : {}),
    },
  })
  undo.push(() => removeEndpoints(dataDir))
  const knows = async (secret: string) => !api || letsIn(template, api, functions, secret)
  const demo = await prepareDemo(dataDir, {
    state,
    simulated: simulators.running,
    dashboard: dashboardServer.origin,
    users,
    knows,
    progress,
  })
  signal.throwIfAborted()

  // Last, so that no work begins before everything that it needs has started.
  const started = startEventSources({
    template,
    functions,
    queues: engines.queues,
    ledger,
    state,
    report: progress,
    faults,
  })
  sources = started
  const rules = startRules(template, repeatedRules(faults, deliver), progress)
  undo.push(() => {
    started.stop()
    rules.stop()
  })

  const session: Session = {
    ready: true,
    base_url: apiServer.origin,
    cdn_url: cdnServer.origin,
    ...demo,
    platforms,
    ...(dashboard ? { dashboard_url: dashboardServer.origin } : {}),
    data_dir: dataDir,
    pid: process.pid,
  }
  writeSession(dataDir, session)
  return session
}

/** The settings with which an AWS client reaches the local services, and only them: any other service is answered by the control planes. */
const clientEnvironment = (engines: Engines, control: string): Record<string, string> => ({
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: CLIENT_SECRET,
  AWS_SESSION_TOKEN: 'local',
  // The functions have no use for the files of the person who runs this.
  AWS_CONFIG_FILE: devNull,
  AWS_SHARED_CREDENTIALS_FILE: devNull,
  AWS_ENDPOINT_URL: control,
  AWS_ENDPOINT_URL_DYNAMODB: engines.dynamodb,
  AWS_ENDPOINT_URL_S3: engines.objects,
  AWS_ENDPOINT_URL_SQS: engines.queues,
  AWS_ENDPOINT_URL_KMS: control,
  AWS_ENDPOINT_URL_SCHEDULER: control,
  AWS_ENDPOINT_URL_API_GATEWAY: control,
  AWS_ENDPOINT_URL_CLOUDFORMATION: control,
  AWS_ENDPOINT_URL_LAMBDA: control,
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: control,
  AWS_ENDPOINT_URL_SESV2: control,
})

/** Only what the template sets is overridden. */
function overridesOf(template: Template, overrides: Record<string, string>): Record<string, string> {
  const set = template.resources('AWS::Lambda::Function').flatMap(({ properties }) => {
    const environment = properties.Environment as { Variables?: JsonObject } | undefined
    return Object.keys(environment?.Variables ?? {})
  })
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => set.includes(name)))
}
