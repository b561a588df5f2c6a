// The most memory that this process has had resident. `resourceUsage().maxRSS` would count what its parent had as well.
import { readFileSync, writeFileSync } from 'node:fs'

export function peakMb(): number {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))![1]) / 1024
  } catch {
    return process.resourceUsage().maxRSS / 1024
  }
}

/** From here on the peak counts again, where the system can do that. */
export function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Then the peak is that of the whole life.
  }
}
