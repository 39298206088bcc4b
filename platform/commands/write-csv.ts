/** Characters at the start of a cell that make a spreadsheet read a formula, full-width forms included. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** Tells a spreadsheet that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of a CSV file, ended as RFC 4180 has it. No cell is read as a formula: such a cell gets an apostrophe in front. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
