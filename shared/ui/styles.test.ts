import { readFileSync } from 'node:fs'
import path from 'node:path'

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8')

describe('cards', () => {
  const css = read('card-list.module.css')

  test('are as narrow as the window: their text breaks beside a picture, and so does a date', () => {
    expect(css).toMatch(/\n\.text \{[^}]*min-width: 0;/)
    expect(css).not.toContain('nowrap')
  })

  test('in rows have lines as wide as the line above them, and text no wider than can be read', () => {
    expect(css).not.toMatch(/\n\.rows \{[^}]*max-width/)
    expect(css).toMatch(/\n\.rows \.text \{[^}]*max-width: 52rem;/)
  })

  test('in rows have no frame on paper and in forced colours', () => {
    const print = /@media print, \(forced-colors: active\) \{(.*?)\n\}/s.exec(css)?.[1]
    expect(print).toMatch(/\.list:not\(\.rows\) > \.card,\s*\.leaf \{\s*border:/)
    expect(print?.match(/border:/g)).toHaveLength(1)
  })
})

test('in forced colours the page of a list that is shown has the colour of a selection', () => {
  const forced = /@media \(forced-colors: active\) \{(.*?)\n\}/s.exec(read('pagination.module.css'))?.[1]
  expect(forced).toMatch(
    /\.pagination \[aria-current\] \{[^}]*background: Highlight;[^}]*forced-color-adjust: none;/,
  )
})
