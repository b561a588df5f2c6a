// Makes an uploaded picture ready to be worked on, whatever its format: within the limits, upright, its size known.
import sharp, { type Sharp } from 'sharp'
import { PICTURE_TYPES } from '../rules/media-types.ts'
import { MAX_PIXELS } from '../rules/picture-size.ts'
import { decodeHeic } from './decode-heic.ts'
import { onlyPhotographs } from './decoders.ts'
import { renderDrawing } from './drawing.ts'
import { MAX_FRAMES, MAX_PICTURE_BYTES } from './limits.ts'
import { pictureRefused } from './refusal.ts'

export interface Picture {
  /** As it is seen: after its orientation. A drawing has the size at which it is to be rendered. */
  width: number
  height: number
  /** More than one, all of them within the limits, and upright as they are. */
  animated: boolean
  /** A fresh pipeline on it, turned upright. */
  image(options?: { animated?: boolean }): Sharp
}

// Warnings are common in real photographs; a file that is cut short is not worked on.
const READING = { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true } as const

sharp.cache(false)
onlyPhotographs(sharp)

/** The versions that decide what can be decoded. */
export const DECODER = `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`

/**
 * @param width how wide the result will be: drawings are rendered for it.
 * @throws {AppError} `image_refused`
 */
export async function openPicture(original: Buffer, contentType: string, width: number): Promise<Picture> {
  if (!PICTURE_TYPES.has(contentType)) throw pictureRefused(`${contentType} is not a picture that can be worked on`)
  if (original.length > MAX_PICTURE_BYTES) {
    throw pictureRefused(`it has ${original.length} bytes, and at most ${MAX_PICTURE_BYTES} are worked on`)
  }
  let bytes = contentType === 'image/svg+xml' ? await renderDrawing(original, width) : original
  let found = await read(sharp(bytes, { ...READING, limitInputPixels: false }))
  if (found.format === 'heif' && found.compression === 'hevc') {
    bytes = await decodeHeic(original, found.icc)
    found = await read(sharp(bytes, READING))
  }
  const frames = found.pages ?? 1
  const size = found.autoOrient ?? { width: found.width, height: found.height }
  if (size.width * size.height > MAX_PIXELS) {
    throw pictureRefused(`it has ${size.width} x ${size.height} pixels, and at most ${MAX_PIXELS} are worked on`)
  }
  // The library cannot turn an animation.
  const moving = (found.format === 'gif' || found.format === 'webp') && (found.orientation ?? 1) === 1
  // Those the library works on in P3, and would label its figures sRGB as they are.
  const deepInProfile = found.space === 'rgb16' && found.hasProfile
  // The library would leave the profile of these out. As grey of 8 bits they keep the brightness that the profile gives them.
  const deepGrey = found.space === 'grey16' && found.hasProfile
  const animated = moving && frames > 1 && frames <= MAX_FRAMES && size.width * size.height * frames <= MAX_PIXELS
  return {
    ...size,
    animated,
    image: (options = {}) => {
      const image = sharp(bytes, { ...READING, animated: animated && options.animated === true }).autoOrient()
      if (deepGrey) return image.pipelineColourspace('b-w')
      return deepInProfile ? image.withIccProfile('srgb', { attach: false }) : image
    },
  }
}

const read = async (image: Sharp) => {
  try {
    return await image.metadata()
  } catch (error) {
    throw pictureRefused('it cannot be decoded', error)
  }
}
