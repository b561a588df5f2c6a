// CloudFront Function (runtime 2.0; no imports): turns `?w=&ar=&f=` on an original into the path of a variant, and
// lets no other query and no variant through that does not exist. `core/media/rules/variant-spec.ts` has the same lists.
const WIDTHS = [320, 480, 640, 750, 828, 1080, 1200, 1440, 1920, 2048]
const SHAPES = { '1:1': '-1x1', '4:5': '-4x5', '1.91:1': '-191x100', '9:16': '-9x16', original: '' }
const FORMATS = { jpg: 'jpg', jpeg: 'jpg', webp: 'webp', avif: 'avif' }

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const PICTURE = new RegExp(`^/(${ID})\\.(?:jpg|png|gif|webp|svg|heic|heif|avif|tiff)$`)
const VARIANT = new RegExp(
  `^/v/${ID}/(?:w(?:${WIDTHS.join('|')})(?:-1x1|-4x5|-191x100|-9x16)?\\.(?:jpg|webp|avif)|__PUBLISH_VARIANTS__)$`,
)

function refused(statusCode, statusDescription, message) {
  return {
    statusCode: statusCode,
    statusDescription: statusDescription,
    headers: { 'content-type': { value: 'text/plain; charset=utf-8' }, 'cache-control': { value: 'max-age=60' } },
    body: { encoding: 'text', data: message },
  }
}

/** The best format that the client says it takes; a range such as image/* says nothing about the newer ones. */
function negotiated(accept) {
  const taken = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter((pieces) => !pieces.some((piece) => /^q=0(?:\.0+)?$/.test(piece)))
    .map((pieces) => pieces[0])
  if (taken.includes('image/avif')) return 'avif'
  return taken.includes('image/webp') ? 'webp' : 'jpg'
}

/** The next width up, so that a page gets at least what it asked for; beyond the last, the last. */
function widthFor(wanted) {
  if (wanted === undefined) return WIDTHS[WIDTHS.length - 1]
  if (!/^[1-9][0-9]{0,4}$/.test(wanted)) return undefined
  return WIDTHS.find((width) => width >= Number(wanted)) || WIDTHS[WIDTHS.length - 1]
}

/** A parameter or header as text; undefined when it is absent. */
function textOf(field) {
  if (!field) return undefined
  try {
    return decodeURIComponent(field.value)
  } catch (_) {
    return field.value
  }
}

/** By the table's own keys: the runtime has no Object.hasOwn, and the linter turns what it has into that. */
function entry(table, name) {
  return Object.keys(table).includes(name) ? table[name] : undefined
}

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request
  const query = request.querystring
  request.querystring = {}
  if (request.uri.startsWith('/v/')) {
    return VARIANT.test(request.uri) ? request : refused(404, 'Not Found', 'There is no such variant.')
  }
  const picture = PICTURE.exec(request.uri)
  if (!picture || !(query.w || query.ar || query.f)) return request

  const width = widthFor(textOf(query.w))
  if (!width) return refused(400, 'Bad Request', 'w must be a width in pixels.')
  const shape = entry(SHAPES, textOf(query.ar) || 'original')
  if (shape === undefined) return refused(400, 'Bad Request', 'ar must be 1:1, 4:5, 1.91:1, 9:16 or original.')
  const wanted = textOf(query.f) || 'auto'
  const format = wanted === 'auto' ? negotiated(textOf(request.headers.accept) || '') : entry(FORMATS, wanted)
  if (!format) return refused(400, 'Bad Request', 'f must be jpg, webp, avif or auto.')
  request.uri = `/v/${picture[1]}/w${width}${shape}.${format}`
  return request
}
