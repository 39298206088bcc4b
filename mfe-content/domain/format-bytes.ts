/** A file size for display, e.g. "84 kB" or "1.2 MB", in the number format of the language. */
export function formatBytes(bytes: number, language: string): string {
  const [value, unit] = bytes < 999_500 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const maximumFractionDigits = value < 10 && unit === 'megabyte' ? 1 : 0
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(
    Math.max(1, value),
  )
}
