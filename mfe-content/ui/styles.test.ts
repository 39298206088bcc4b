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
