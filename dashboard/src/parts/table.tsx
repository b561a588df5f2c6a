// A table with its caption. On a narrow screen each row becomes a card whose cells name their column.
import type { ReactNode } from 'react'

export interface Column<Row> {
  /** What the column is called; also beside its cell on a narrow screen. */
  title: string
  cell: (row: Row) => ReactNode
  /** The one that names its row. */
  heads?: boolean
  /** Numbers stand flush right. */
  numeric?: boolean
}

interface TableProps<Row> {
  caption: string
  /** Leaves the caption to those who do not see the heading above it. */
  captionOnlyRead?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

// Roles are given once more: what is displayed as a block is no table to some screen readers.
export function Table<Row>({ caption, captionOnlyRead = false, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="card table">
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <table role="table">
        <caption className={captionOnlyRead ? 'only-read' : undefined}>{caption}</caption>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
          <tr role="row">
            {columns.map(({ title, numeric }) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <th key={title} scope="col" role="columnheader" className={numeric ? 'numeric' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tbody role="rowgroup">
          {rows.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: see above
            <tr key={keyOf(row)} role="row">
              {columns.map(({ title, cell, heads, numeric }) =>
                heads ? (
                  // biome-ignore lint/a11y/noRedundantRoles: see above
                  <th key={title} scope="row" role="rowheader">
                    {cell(row)}
                  </th>
                ) : (
                  // biome-ignore lint/a11y/noRedundantRoles: see above
                  <td key={title} role="cell" data-title={title} className={numeric ? 'numeric' : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
