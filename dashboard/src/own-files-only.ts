// From here on the page takes scripts and styles only from the folder of its build. The policy in the header names the whole
// origin where its address is not known beforehand, and the API has answers under it that are made of what people sent.
if (import.meta.env.PROD) {
  const policy = document.createElement('meta')
  const files = new URL('/assets/', location.origin)
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `script-src ${files}; style-src ${files}`
  document.head.append(policy)
}
