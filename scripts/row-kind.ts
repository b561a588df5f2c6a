// The kind of a row of the table. It imports nothing: the soak needs it before anything of the service is loaded.

/** The kind of a row by the words of its keys: `POST PUBLICATION`; `*` where the sort key begins with none. */
export function kindOf({ pk, sk, status }: { pk?: unknown; sk?: unknown; status?: unknown }): string {
  const [word = ''] = String(pk).split('#')
  const kind = `${word} ${/^[A-Z]{3,}(?=#|$)/.exec(String(sk))?.[0] ?? '*'}`
  return kind === 'MEDIA MEDIA' && status === 'deleted' ? `${kind} deleted` : kind
}
