/** An address of mail or of an account, "demo@example.com": it breaks before its server, if it has to. */
export function Address({ of: address }: { of: string }) {
  const at = address.lastIndexOf('@') + 1
  if (at === 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
