// How video must be coded, as platforms publish it and as data (platform-apis, section 6). What differs between them is in
// their facts. `check-media.ts` holds media against both.

/** How video must be coded, the same everywhere; by the names that an inspection gives. */
export const CODING_RULES = {
  codecs: { AVC: 'H.264', HEVC: 'HEVC' } as Readonly<Record<string, string>>,
  chroma: '4:2:0',
  scan: 'Progressive',
  /** Pictures per second. */
  frame_rate: { min: 23, max: 60 },
  audio: { codec: 'AAC', max_sample_rate: 48_000, max_channels: 2, bit_rate: 128_000 },
} as const
