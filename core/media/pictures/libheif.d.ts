// The part of libheif-js that is used. Its own types describe the WASM module, not this wrapper.
declare module 'libheif-js/wasm-bundle.js' {
  export interface HeifImage {
    handle: number
    get_width(): number
    get_height(): number
    is_primary(): boolean
    has_alpha_channel(): boolean
    free(): void
  }
  interface Decoded {
    code?: unknown
    image?: number
    /** `data` is a view on the module's memory, good until the image is released. */
    channels?: { id: unknown; stride: number; width: number; height: number; data: Uint8Array }[]
  }
  interface LibHeif {
    HeifDecoder: new () => { decoder: number | null; decode(bytes: Uint8Array): HeifImage[] }
    heif_js_decode_image2(handle: number, colorspace: unknown, chroma: unknown): Decoded | Promise<Decoded>
    heif_image_release(image: number): void
    heif_context_free(context: number): void
    heif_colorspace: { heif_colorspace_RGB: unknown }
    heif_chroma: { heif_chroma_interleaved_RGB: unknown; heif_chroma_interleaved_RGBA: unknown }
    heif_channel: { heif_channel_interleaved: unknown }
  }
  const libheif: LibHeif
  export default libheif
}
