// A table with its caption. On a narrow screen each row becomes a card whose cells name their column.
import type { ReactNode } from 'react'
import './table.css'

export interface Column<Row> {
  /** The column's name; also beside its cell on a narrow screen. */
  title: string
  cell: (row: Row) => ReactNode
  /** The one that names its row. */
  heads?: boolean
  /** Numbers stand flush right. */
  numeric?: boolean
  /** Buttons stand at the end of their row. */
  actions?: boolean
}

interface TableProps<Row> {
  caption: string
  /** Leaves the caption to those who do not see the heading above it. */
  captionOnlyRead?: boolean
  /** The columns stand closer together: for more of them than fit a tablet. */
  close?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** From so many columns on they stand closer together. */
const MANY = 7

// Roles are given once more: what is displayed as a block is no table to some screen readers.
export function Table<Row>({ caption, captionOnlyRead = false, close = false, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className={`card table${close || columns.length >= MANY ? ' many' : ''}`}>
      <table role="table">
        <caption className={captionOnlyRead ? 'only-read' : undefined}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, numeric, actions }) => (
              <th
                key={title}
                scope="col"
                role="columnheader"
                className={numeric ? 'numeric' : actions ? 'actions-head' : undefined}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ title, cell, heads, numeric, actions }) =>
                heads ? (
                  <th key={title} scope="row" role="rowheader">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={title}
                    role="cell"
                    data-title={title}
                    className={numeric ? 'numeric' : actions ? 'actions-cell' : undefined}
                  >
                    <div>{cell(row)}</div>
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
