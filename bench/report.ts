/** One figure of a run with its target. */
export interface Row {
  readonly measure: string
  readonly figure: string
  /** The target from the design; empty for a figure that is only informative. */
  readonly aim: string
  /** Null without a target. Reported, never asserted, because times depend on the machine. */
  readonly holds: boolean | null
}

/** The result of one section: rows to read, and all measurements as data. */
export interface SectionResult {
  readonly rows: readonly Row[]
  readonly data: unknown
}

/** A figure without a target. */
export const info = (measure: string, figure: string): Row => ({ measure, figure, aim: '', holds: null })

/** A figure with an upper or a lower limit as its target. */
export function aimed(
  measure: string,
  value: number,
  aim: { readonly atMost: number } | { readonly atLeast: number },
  show: (value: number) => string,
): Row {
  const [word, bound, holds] =
    'atMost' in aim ? ['≤', aim.atMost, value <= aim.atMost] : ['≥', aim.atLeast, value >= aim.atLeast]
  return { measure, figure: show(value), aim: `${word} ${show(bound as number)}`, holds: holds as boolean }
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const ratio = (value: number): string => value.toFixed(2)
export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`
export const whole = (value: number): string => String(Math.round(value))

/** The rows as a table for a terminal; also valid Markdown. */
export function toTable(rows: readonly Row[]): string {
  const cells = rows.map(({ measure, figure, aim, holds }) => [
    measure,
    figure,
    aim,
    holds === null ? '' : holds ? 'yes' : 'NO',
  ])
  const table = [['measure', 'figure', 'aim', 'holds'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  const lines = table.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
