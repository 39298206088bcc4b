/** What a spreadsheet takes for the beginning of a formula, the full-width signs among them. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/
/** By this a spreadsheet knows that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A line of a CSV file, ended as RFC 4180 has it. No cell is a formula: one that would be begins with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
