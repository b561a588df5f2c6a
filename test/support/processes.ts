// The system's view of the processes of a running service.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether the system tells of its processes. */
export const linux = existsSync('/proc/self/stat')

/** Every process below this one, by the system's own list. */
export function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
        return [[Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]]
      } catch {
        return []
      }
    })
  const below = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([own]) => [own, ...below(own)])
  return below(pid)
}

/** Those of these processes whose program has this name. One that ends meanwhile is none of them. */
export const named = (pids: readonly number[], name: string): number[] =>
  pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name
    } catch {
      return false
    }
  })

/** The addresses, `127.0.0.1:3000`, at which these processes listen, by the system's own list of sockets. */
export function listening(pids: readonly number[]): string[] {
  const sockets = new Set(
    pids.flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
          const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []
          return inode ?? []
        })
      } catch {
        return []
      }
    }),
  )
  const LISTEN = '0A'
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
        if (state !== LISTEN || !sockets.has(inode)) return []
        const [address = '', port = ''] = local.split(':')
        const host = table === 'tcp' ? Buffer.from(address, 'hex').reverse().join('.') : `[${address}]`
        return `${host}:${Number.parseInt(port, 16)}`
      }),
  )
}
