// What a screen cuts off: pages that scroll sideways, controls and words beyond an edge that nobody can scroll to.
import type { Page } from 'playwright-core'

/** @returns what is cut, with where; empty when all of the page can be seen. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const out: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const far = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
      )
      out.push(`${scrollWidth - clientWidth} px`, ...far.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 120)))
    }
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const known = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, known)
      return known
    }
    /** The nearest edges that hide what is beyond them; null where it can be scrolled to, or is only for being read out. */
    const edgesOf = (from: Element): { left: number; right: number } | null => {
      for (let at: Element | null = from; at !== null; at = at.parentElement) {
        const { overflowX, textOverflow, clipPath, webkitLineClamp, opacity } = styleOf(at)
        if (/auto|scroll/.test(overflowX) || clipPath !== 'none' || opacity === '0') return null
        if (overflowX === 'visible') continue
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null
        return at.getBoundingClientRect()
      }
      return { left: 0, right: clientWidth }
    }
    const look = (element: Element, { left, right, width }: DOMRect, what: string) => {
      if (width <= 1) return
      const edges = edgesOf(element)
      if (edges !== null && (right > edges.right + 1 || left < edges.left - 1))
        out.push(`${what} is cut: ${Math.round(left)}..${Math.round(right)} of ${Math.round(edges.right)}`)
    }
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
      const text = node.textContent!.trim()
      if (text === '' || !node.parentElement!.checkVisibility()) continue
      range.selectNodeContents(node)
      look(node.parentElement!, range.getBoundingClientRect(), `"${text.slice(0, 40)}"`)
    }
    const pen = document.createElement('canvas').getContext('2d')!
    for (const control of document.querySelectorAll('button, a.button, input:not([type="file"]), select, textarea')) {
      if (!control.checkVisibility()) continue
      const name = control.getAttribute('aria-label') ?? control.textContent!.slice(0, 40)
      look(control, control.getBoundingClientRect(), `${control.localName} "${name}"`)
      if (!(control instanceof HTMLSelectElement)) continue
      const { font, paddingLeft, paddingRight } = styleOf(control)
      pen.font = font
      const arrow = 16
      const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow
      const chosen = control.selectedOptions[0]?.text ?? ''
      if (pen.measureText(chosen).width > room + 1) out.push(`select "${name.slice(0, 40)}" cuts "${chosen}"`)
    }
    return [...new Set(out)].slice(0, 8)
  })

/** @returns the controls that something else lies over, each with what; empty when all can be pressed. */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const out: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>('main :is(button, a[href], input, select)')) {
      if (!control.checkVisibility() || control.matches(':disabled, [type="file"], .only-read *')) continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      const label = control.closest('label')
      if (width > 1 && there && !control.contains(there) && !there.contains(control) && !label?.contains(there))
        out.push(`"${control.textContent!.trim().slice(0, 40)}" is under ${there.outerHTML.slice(0, 80)}`)
    }
    window.scrollTo(0, 0)
    return out
  })
