/** What is wrong with a field, below it. Nothing where nothing is. @param id for the control that it describes. */
export function FieldProblem({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null
  return (
    <p className="field-problem" id={id} role="alert">
      {problem}
    </p>
  )
}

/** Attributes of a control that name its problem. @param id of the problem below it. @param other what describes it without one. */
export const describedBy = (id: string, problem: string | undefined, other?: string) =>
  ({
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': problem === undefined ? other : id,
  }) as const
