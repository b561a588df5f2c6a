// Bluesky's own server (PDS) and directory of DIDs on this machine, with an account on it. Prints where they are as one line of JSON, and
// ends with its standard input.
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { envToCfg, envToSecrets, PDS, readEnv } from '@atproto/pds'
import plc from '@did-plc/server'

const [folder] = process.argv.slice(2)
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
const secret = () => randomBytes(32).toString('hex')

const directory = plc.PlcServer.create({ db: plc.Database.mock(), port: await freePort() })
const listening = await directory.start()
const plcUrl = `http://localhost:${listening.address().port}`

mkdirSync(join(folder, 'blobs'), { recursive: true })
const port = await freePort()
Object.assign(process.env, {
  PDS_DEV_MODE: 'true',
  PDS_HOSTNAME: 'localhost',
  PDS_PORT: String(port),
  PDS_DATA_DIRECTORY: folder,
  PDS_BLOBSTORE_DISK_LOCATION: join(folder, 'blobs'),
  PDS_BLOBSTORE_DISK_TMP_LOCATION: join(folder, 'blobs-tmp'),
  PDS_JWT_SECRET: secret(),
  PDS_ADMIN_PASSWORD: secret(),
  PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX: secret(),
  PDS_DPOP_SECRET: secret(),
  PDS_DID_PLC_URL: plcUrl,
  PDS_INVITE_REQUIRED: 'false',
  PDS_SERVICE_HANDLE_DOMAINS: '.test',
  PDS_RATE_LIMITS_ENABLED: 'false',
  LOG_ENABLED: 'false',
})
const env = readEnv()
const cfg = envToCfg(env)
// It is called by its public address, which proofs of possession name. The program that starts this answers there and forwards to it.
cfg.service.port = await freePort()
const pds = await PDS.create(cfg, envToSecrets(env))
await pds.start()
const url = `http://localhost:${cfg.service.port}`
const call = async (name, body, token) => {
  const reply = await fetch(`${url}/xrpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}
const password = secret()
const { did, accessJwt } = await call('com.atproto.server.createAccount', {
  email: 'harbor@example.test',
  handle: 'harbor.test',
  password,
})
const app = await call('com.atproto.server.createAppPassword', { name: 'publisher' }, accessJwt)
process.stdout.write(
  `${JSON.stringify({ plc: plcUrl, pds: `http://localhost:${port}`, behind: url, did, handle: 'harbor.test', password, app_password: app.password })}\n`,
)
process.stdin.resume().once('end', () => process.exit(0))
