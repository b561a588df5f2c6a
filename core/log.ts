// Structured logs. Never log a body, a header, a token or a signed URL: only names, ids and outcomes.
import { Logger } from '@aws-lambda-powertools/logger'

export const log = new Logger({ serviceName: 'social-publisher' })
