// Cutting a picture in the browser: where its bytes are had from, and the new file.
import { extensionOf } from '../../../../../core/media/rules/media-types.ts'
import type { Area } from './crop-shapes.ts'

/** The file itself, by the service: a picture that was drawn from another address could not be read again. @throws {Error} */
export async function bytesOf(id: string): Promise<Blob> {
  const reply = await fetch(`/api/v1/media/${encodeURIComponent(id)}`, { headers: { 'X-CSRF': '1' } })
  if (!reply.ok) throw new Error(`The service answered ${reply.status}.`)
  return reply.blob()
}

/** As good as the original looks; the service makes what platforms are sent of it. */
const QUALITY = 0.95
/** More is not needed by any platform, and some browsers draw no more. */
const MOST_PIXELS = 4096

/** A picture cut to the area. @throws where the browser cannot draw it. */
export async function cropped(
  image: CanvasImageSource,
  { x, y, width, height }: Area,
  type: string,
  name: string,
): Promise<File> {
  const scale = Math.min(1, MOST_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')!
  // Transparent pixels stay transparent; where they cannot, they become white as in what platforms are sent, not black.
  const made = type === 'image/png' ? 'image/png' : 'image/jpeg'
  if (made === 'image/jpeg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, made, QUALITY))
  if (blob === null) throw new Error('The browser could not draw the picture.')
  return new File([blob], `${name.replace(/\.[^.]{1,5}$/, '')}.${extensionOf(made, name)}`, { type: made })
}
