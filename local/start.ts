// `npm start`: the whole service on this machine.
import '../scripts/compile-cache.ts'

const { HELP, readOptions, WrongCall } = await import('./options.ts')
const { callDirectly } = await import('./loopback.ts')
const { startLocalRun } = await import('./run.ts')
const { watchParent } = await import('./parent.ts')

/** The service ends by then even if something hangs. */
const LAST_RESORT_MS = 4500

const progress = (line: string) => process.stderr.write(`${line}\n`)

const summary = (session: import('./session.ts').Session): string =>
  [
    '',
    `The service is ready: ${session.base_url}/api/v1`,
    `  API key     ${session.api_key}   (header X-Secret-Token)`,
    ...session.accounts.map(({ platform, username, id }) => `  account     ${id}   ${platform} @${username}`),
    ...Object.entries(session.platforms).map(
      ([platform, url]) => `  ${platform.padEnd(11)} ${url}   (what was published there)`,
    ),
    `  CDN         ${session.cdn_url}`,
    ...(session.dashboard_url ? [`  dashboard   ${session.dashboard_url}`] : []),
    ...(session.sign_in
      ? [session.sign_in, session.sign_in.viewer].map(
          ({ email, password }, at) => `  ${at === 0 ? 'sign in    ' : 'or, reading'} ${email}   password ${password}`,
        )
      : []),
    `  data        ${session.data_dir}`,
    '  Ctrl-C stops it.',
    '',
  ].join('\n')

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.help) {
    process.stdout.write(HELP)
    return
  }
  callDirectly()
  const ending = new AbortController()
  const asked = Promise.withResolvers<string | undefined>()
  const end = (failure?: string) => {
    if (ending.signal.aborted) return
    ending.abort(new Error('The start was given up.'))
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
    asked.resolve(failure)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end())
  watchParent(process.env, end)

  try {
    const run = await startLocalRun(options, { progress, onFailure: end, signal: ending.signal })
    if (!ending.signal.aborted)
      process.stdout.write(options.json ? `${JSON.stringify(run.session)}\n` : `${summary(run.session)}\n`)
    const failure = await asked.promise
    progress(failure ? `stopping: ${failure}` : 'stopping')
    await run.stop()
    if (failure) process.exitCode = 1
  } catch (error) {
    // Parts that were starting when the end was asked for break off in their own way.
    if (!ending.signal.aborted) throw error
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(error instanceof WrongCall ? 2 : 1)
  },
)
