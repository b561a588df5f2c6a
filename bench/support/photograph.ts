// Pictures as cameras make them.
import sharp from 'sharp'

/** A JPEG of coarse shapes with fine grain, as a photograph has. */
export async function photograph(width: number, height: number): Promise<Buffer> {
  const grain = await sharp({
    create: {
      width: width / 4,
      height: height / 4,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  return sharp(grain).resize(width, height, { kernel: 'cubic' }).jpeg({ quality: 88 }).toBuffer()
}
