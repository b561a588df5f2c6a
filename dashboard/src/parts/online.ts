/** Once there is a connection: a part that fails to load takes the whole page with it, and the files that are on their way. */
export async function online(): Promise<void> {
  if (navigator.onLine) return
  // A service on this machine answers without a network.
  await fetch('/').catch(() => new Promise((back) => window.addEventListener('online', back, { once: true })))
}
