// Structured logs. Never log a body, a header, a token or a signed URL: only names, ids and outcomes.
import { Logger } from '@aws-lambda-powertools/logger'
import type { LogItemExtraInput, LogItemMessage } from '@aws-lambda-powertools/logger/types'
import { ENV } from './contract.ts'

/** As the library ranks them. */
const RANKS: Record<string, number> = { DEBUG: 8, INFO: 12, WARN: 16, ERROR: 20 }

/**
 * Filters by our own setting: on Lambda the library uses only Lambda's level, and that has to let metrics through, which are
 * lines of the log without a level.
 */
class LevelledLogger extends Logger {
  protected override processLogItem(rank: number, input: LogItemMessage, extra: LogItemExtraInput): void {
    if (rank >= (RANKS[process.env[ENV.logLevel] ?? ''] ?? 0)) super.processLogItem(rank, input, extra)
  }
}

export const log: Logger = new LevelledLogger({ serviceName: 'social-publisher' })
