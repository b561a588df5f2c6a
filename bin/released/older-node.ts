// Functions of Node 22 and later that the deploying package calls, made here for Node 20. The bundler puts this file before its programs.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map()
  let at = 0
  for (const item of items) {
    const key = keyOf(item, at++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

Array.fromAsync ??= async (items: AsyncIterable<unknown> | Iterable<unknown> | ArrayLike<unknown>) => {
  const all = []
  for await (const item of items as AsyncIterable<unknown>) all.push(item)
  return all
}

Promise.withResolvers ??= <T>() => {
  const parts = {} as PromiseWithResolvers<T>
  parts.promise = new Promise<T>((resolve, reject) => Object.assign(parts, { resolve, reject }))
  return parts
}

URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null)
