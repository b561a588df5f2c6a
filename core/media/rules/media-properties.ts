// Properties of a file, as its inspection found them. Null for what could not be told, or what the file does not have.
import * as z from 'zod/mini'

const text = () => z.nullable(z.string())
const number = () => z.nullable(z.number())
const flag = () => z.nullable(z.boolean())

const properties = () =>
  z.object({
    /** `MPEG-4`, `QuickTime`, `WebM`; of a picture what it is coded as: `jpeg`, `heif`. */
    format: text(),
    /** Whether an MP4 or MOV describes its tracks before it brings them. */
    moov_first: flag(),
    edit_lists: flag(),
    video: z.nullable(
      z.object({
        /** Names as MediaInfo has them: `AVC` is H.264. */
        codec: text(),
        profile: text(),
        /** `4:2:0` */
        chroma: text(),
        /** `Progressive` */
        scan: text(),
        /** Pictures per second, on average. */
        frame_rate: number(),
        /** Bits per second, on average. */
        bit_rate: number(),
      }),
    ),
    audio: z.nullable(
      z.object({
        codec: text(),
        /** Hertz. */
        sample_rate: number(),
        channels: number(),
        bit_rate: number(),
      }),
    ),
    picture: z.nullable(
      z.object({
        /** `srgb`, `cmyk`, `b-w` */
        color_space: text(),
        alpha: flag(),
      }),
    ),
  })

export type Properties = z.infer<ReturnType<typeof properties>>

/** Absent from assets that were inspected before any of this was looked at; null where the file could not be read. */
export const propertiesField = () => z.optional(z.nullable(properties()))
