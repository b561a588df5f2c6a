// Items of which each write would cost several units: their content is packed, so that most need one. What conditions and
// indexes go by stays beside it, and is what holds.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Item } from './table.ts'

/**
 * The common parts of publications, for their own text to refer to. Entries never change: an item that was packed with it
 * cannot be read without. A better one is added at the end. They name platforms as data, and whatever platforms there are: text
 * that is not in them is packed too, only less tightly.
 */
const DICTIONARIES = [
  '"reads":0,"finished_seen_at":"unclear_ms":"doubtful":true"attempt":{"at":"message":"The ","http_status":400,"code":"subcode":"trace_id":"type":"OAuthException"' +
    '"failure":{"code":"platform_unavailable""last_problem":{"message":"problem":{"message":"steps":[{"type":"first_comment","state":"comments_off""deletion":{"state":' +
    '"parts":[{"lookups":0,"live_at":"part":1,"together":true,"ready_at":"gate_open":true,"not_after":"held_since":"figures":{"state":"open","tries":0}' +
    '"event":"publish_answered","verdict":"unclear""event":"waiting_for_others"},{"event":"problem","platform":{"message":' +
    '"platform":"threads","type":"text","type":"stories","type":"reels","container_type":"text""container_type":"reel""container_type":"video"' +
    '"permalink":"https://www.threads.net/@/post/"permalink":"https://www.instagram.com/p/' +
    '{"owner_id":"00-","platform":"instagram","type":"feed","not_before":17"jobs":[{"id":"","type":"container_create","state":"pending","tries":0,"remakes":0,"created_at":17,"container_type":"image","media_id":""},' +
    '{"id":"","type":"carousel_upload","state":"completed","tries":0,"remakes":0,"created_at":17,"started_at":17,"container_id":"17","container_at":17,"completed_at":17},' +
    '{"id":"","type":"publish_content","state":"completed","tries":1,"remakes":0,"created_at":17}],"media_ids":["","],"permalink_state":"none","permalink_state":"found","permalink_tries":1,"created_at":17,"started_at":17' +
    ',"events":[{"at":17,"event":"started"},{"at":17,"event":"container_created","job_id":"","container_id":"17"},{"at":17,"event":"container_ready","job_id":"","container_id":"17"},' +
    '{"at":17,"event":"publish_called","container_id":"17"},{"at":17,"event":"published","platform_media_id":"17"},{"at":17,"event":"permalink_found","permalink":"https://www.' +
    '"attempt":{"container_id":"17","at":17,"calls":1,"verdict":"unanswered","doubtful":false,"reads":0},"ended_at":17,"media_id":"17","permalink":"https://www.',
].map((text) => Buffer.from(text))

const NEWEST = 0

/** No item of the table is longer than 400 KB, so what it unpacks to is bounded, too. */
const MAX_BYTES = 8 * 1024 * 1024

/** @param plain what stays readable. @param content anything that JSON can say. */
export const packed = (plain: Item, content: object): Item => {
  const bytes = deflateRawSync(JSON.stringify(content), { level: 9, dictionary: DICTIONARIES[NEWEST]! })
  const all = new Uint8Array(1 + bytes.length)
  all[0] = NEWEST
  all.set(bytes, 1)
  return { ...plain, packed: all }
}

/** The item as it was before it was packed; one that is not packed as it is. @throws {Error} for what is damaged. */
export function unpacked(item: Item): Item {
  const { packed: bytes, ...plain } = item
  if (!(bytes instanceof Uint8Array)) return item
  const dictionary = DICTIONARIES[bytes[0]!]
  if (dictionary === undefined) throw new Error(`an item was packed with a dictionary that is not known: ${bytes[0]}`)
  const json = inflateRawSync(bytes.subarray(1), { dictionary, maxOutputLength: MAX_BYTES }).toString()
  return { ...JSON.parse(json), ...plain }
}
