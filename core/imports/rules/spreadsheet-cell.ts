// Cells of CSV files that no spreadsheet runs. Pure.

/**
 * Text that a spreadsheet would take for a formula, also behind the sign that we put before it. Those of some regions take the wide signs
 * for the plain ones.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/

/**
 * A cell that a spreadsheet shows as it is: a formula gets a sign before it, which `withoutSign` removes again. Quotation marks stand also
 * around the other signs that a spreadsheet takes for the end of a cell: what is behind one could be a formula.
 */
export const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const withoutSign = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
