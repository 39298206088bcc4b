import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The rules of a style sheet that apply in a medium, as text. */
function rulesFor(file: string, media: string): string {
  const css = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  return css
    .split(`@media ${media} {`)
    .slice(1)
    .map((part) => part.split('\n}\n')[0])
    .join('\n')
}

test('in forced colours only the current page of a section menu has a line beside it', () => {
  expect(rulesFor('side-menu.module.css', '(forced-colors: active)')).toMatch(
    /\.menu a:not\(\[aria-current\]\) \{\s*border-color: Canvas;/,
  )
})

describe('on paper', () => {
  test('there is no link that adds an event to a calendar', () => {
    expect(rulesFor('facts.module.css', 'print')).toMatch(
      /\.facts > div:has\(a\[download\]\) \{\s*display: none;/,
    )
  })

  test('an untouched form is not printed, and one with answers is', () => {
    const hidden = /\.form:has\((.+?)\):not\(\s*:has\((.+?)\)\s*\) \{\s*display: none;/s
    const [, fields, answers] = hidden.exec(rulesFor('blocks/blocks.module.css', 'print')) ?? []
    // A review of answers has no fields but those that visitors do not see.
    expect(fields).toBe(":is(input, select, textarea):not([type='hidden'], [tabindex='-1'])")
    expect(answers).toBe(":user-valid, :user-invalid, [aria-invalid='true'], [data-begun]")
  })
})

test('facts in two columns begin at the same height, because lines are below them and not above', () => {
  const columns = rulesFor('facts.module.css', '(width >= 40rem) and (width < 60rem)')
  expect(columns).toMatch(/\.facts > div \{\s*border-bottom: 1px solid/)
  expect(columns).toMatch(/\.facts > div \+ div \{\s*border-top: 0;/)
})
