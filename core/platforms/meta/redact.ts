// Platforms echo what they were sent. Their words are kept for the owner, so secrets are taken out first.

const LONGEST = 500
/** The most that is looked at: the patterns below are slow on text that is made to be hard. */
const LONGEST_READ = 4000

/** Tokens of both platforms and of Facebook begin like this; names of errors do too, but are all capitals. */
const TOKEN = /\b(?:IG|TH|EA)(?=[A-Z_%-]*[a-z0-9])[A-Za-z0-9_%-]{20,}/g

/** A URL's query can be a signature or a token: the address without it says enough. */
const QUERY = /(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/gi
const USER = /(https?:\/\/)[^\s/@]+@/gi
const PARAMETER = /\b((?:access_token|client_secret|input_token|fb_exchange_token)=)[^\s&"'<>]+/gi

/** @param secrets what this call sent and nobody may see; shorter than six characters is no secret. */
export function redact(text: string, secrets: readonly string[]): string {
  // A secret that is cut in two would no longer be known as one.
  let clean = text.length > LONGEST_READ ? text.slice(0, LONGEST_READ).replace(/\S*$/, '') : text
  for (const secret of secrets) {
    if (secret.length < 6) continue
    for (const form of new Set([secret, encodeURIComponent(secret)])) clean = clean.replaceAll(form, '[redacted]')
  }
  clean = clean
    .replace(QUERY, '$1')
    .replace(USER, '$1')
    .replace(PARAMETER, '$1[redacted]')
    .replace(TOKEN, '[redacted]')
    .trim()
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST).toWellFormed()}…` : clean
}
