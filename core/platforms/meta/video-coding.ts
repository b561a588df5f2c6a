// How Meta's platforms say that video must be coded (platform-apis, section 6).
import type { VideoCoding } from '../platform-facts.ts'

export const META_CODING = {
  codecs: { AVC: 'H.264', HEVC: 'HEVC' },
  chroma: '4:2:0',
  scan: 'Progressive',
  frame_rate: { min: 23, max: 60 },
  audio: { codec: 'AAC', max_sample_rate: 48_000, max_channels: 2, bit_rate: 128_000 },
  layout: true,
} as const satisfies VideoCoding
