// Ids and times that the examples share, so that they tell one story.
export const IDS = {
  picture: '0f5a6c1e-52f4-4c2e-9a7b-2d1f0c9b7e11',
  other: '7d2e9b40-1c83-4f6a-8e55-b0a4c6d3f902',
  instagram: 'b8c1d7f2-6a3e-4d90-8f21-5e7c9a0b4d36',
  threads: '3e9f0a54-7b6c-4e18-a2d4-91c5f8b7e620',
  post: 'c4a7e3b9-0d52-4816-9b3f-7f6e1a2c8d05',
  job: '5b1d8e6f-4a90-4c37-8e2b-0c9f7d3a6e14',
  publish: 'a90c3f7d-2e61-4b58-97d4-6f1e8b5c0a23',
} as const

/** 21 November 2026, 10:00 UTC. */
export const NOW = 1795255200000
