// Only for reading a request that has options, texts of single accounts or a slot. Apart from what accepting one needs:
// a post that was read before, and waits, is accepted without any of it.
export { optionsRequest } from './rules/options-request.ts'
export { isMisread, soundContent } from './rules/sound-content.ts'
