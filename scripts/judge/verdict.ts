// The judges' findings against the explained ones: pure, so that no finding gets through unnoticed.

/** One thing that a judge does not like. */
export interface Finding {
  judge: string
  rule: string
  /** Where: a resource's type and id, an operation, a path in the document. */
  place: string
  message: string
}

/** Findings that are meant so, each with its reason in one line. */
export interface Explained {
  judge: string
  rule: string
  /** The finding's place; `*` stands for anything. */
  place: string
  reason: string
}

export interface Verdict {
  unexplained: Finding[]
  /** Explanations of findings that no judge reports any more: remove them, so that they do not hide something new. */
  stale: Explained[]
  /** How many findings each explanation covers. */
  covered: Map<Explained, number>
}

/** Whether a place is what a pattern says, in which `*` stands for anything. */
function matches(pattern: string, place: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return place === pattern
  if (!place.startsWith(first)) return false
  const last = rest.pop()!
  let at = first.length
  for (const part of rest) {
    const found = place.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return place.length - last.length >= at && place.endsWith(last)
}

/** @param judges those that have judged; an explanation for one that could not is not stale. */
export function verdictOf(
  findings: readonly Finding[],
  explanations: readonly Explained[],
  judges: ReadonlySet<string>,
): Verdict {
  const covered = new Map(explanations.map((explained) => [explained, 0]))
  const unexplained = findings.filter((finding) => {
    const fitting = explanations.filter(
      ({ judge, rule, place }) => judge === finding.judge && rule === finding.rule && matches(place, finding.place),
    )
    for (const explained of fitting) covered.set(explained, covered.get(explained)! + 1)
    return fitting.length === 0
  })
  const stale = explanations.filter((explained) => covered.get(explained) === 0 && judges.has(explained.judge))
  return { unexplained, stale, covered }
}
