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
})
