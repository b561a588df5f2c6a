// HEIC pictures: sharp's own library reads their boxes but cannot decode HEVC; libheif can.
import type { HeifImage } from 'libheif-js/wasm-bundle.js'
import { MAX_PIXELS } from '../rules/picture-size.ts'
import { pictureRefused } from './refusal.ts'
import { tiffOf } from './tiff.ts'

/**
 * The main picture, turned as its boxes say, as an uncompressed TIFF that carries its colour profile: telephones write
 * wide-gamut pictures.
 * @throws {AppError} `image_refused`
 */
export async function decodeHeic(bytes: Buffer, profile: Buffer | undefined): Promise<Buffer> {
  // Loaded when needed: most pictures are not HEIC.
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const decoder = new libheif.HeifDecoder()
  let images: HeifImage[] = []
  let drawn: number | undefined
  try {
    images = decoder.decode(bytes)
    const image = images.find((one) => one.is_primary()) ?? images[0]
    if (!image) throw pictureRefused('it holds no picture')
    const width = image.get_width()
    const height = image.get_height()
    if (width * height > MAX_PIXELS) throw pictureRefused(`it has ${width} x ${height} pixels`)
    const samples = image.has_alpha_channel() ? 4 : 3
    const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma
    const decoded = await libheif.heif_js_decode_image2(
      image.handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      samples === 4 ? rgba : rgb,
    )
    drawn = decoded?.image
    const plane = decoded?.channels?.find(({ id }) => id === libheif.heif_channel.heif_channel_interleaved)
    if (!plane || plane.width !== width || plane.height !== height) throw pictureRefused('it cannot be decoded')
    const { file, pixels } = tiffOf(width, height, samples, profile)
    const row = width * samples
    for (let y = 0; y < height; y += 1) {
      pixels.set(plane.data.subarray(y * plane.stride, y * plane.stride + row), y * row)
    }
    return file
  } finally {
    // The module's memory only ever grows: what is not given back stays for the life of the function.
    if (drawn !== undefined) libheif.heif_image_release(drawn)
    for (const image of images) image.free()
    if (decoder.decoder) libheif.heif_context_free(decoder.decoder)
  }
}
