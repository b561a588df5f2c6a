#!/usr/bin/env node
// The operator's command: owners, keys, accounts; on the running local service or a deployed stack.
import '../scripts/compile-cache.ts'
import { admin } from './admin/main.ts'

await admin(process.argv.slice(2))
