// Why a message had no answer. Deliveries keep the sentence; the dashboard says it in its languages (held by languages.test.ts).
export const FAILURES = {
  connect_timeout: 'The receiver did not accept a connection in time.',
  answer_timeout: 'The receiver did not answer in time.',
  too_many_headers: 'The receiver answered with too many headers.',
  connection_refused: 'The receiver refused the connection.',
  unknown_host: 'The host name of the receiver is not known.',
  certificate: 'The certificate of the receiver is not valid.',
  broke_off: 'The receiver broke off.',
  webhook_deleted: 'The webhook was deleted.',
  webhook_off: 'The webhook is switched off.',
} as const
