import { readReferences } from '../domain/character-references.ts'

/** The readable text of an HTML, XML or SVG file: the content of scripts, styles and comments is left out. */
export function textOfMarkup(markup: string): string {
  const shown = withoutParts(markup, [
    ['<!--', '-->'],
    ['<script', '</script>'],
    ['<style', '</style>'],
  ])
  return readReferences(shown.replace(/<[^<>]*>/g, ' '))
}

/** Remove the parts between each pair of marks. One pass for each pair, so that the time stays linear in the length. */
function withoutParts(text: string, pairs: readonly (readonly [open: string, close: string])[]): string {
  let left = text
  for (const [open, close] of pairs) left = withoutPart(left, open, close)
  return left
}

function withoutPart(text: string, open: string, close: string): string {
  const lower = asciiLower(text)
  const kept: string[] = []
  let from = 0
  for (;;) {
    const start = lower.indexOf(open, from)
    if (start < 0) break
    kept.push(text.slice(from, start))
    const end = lower.indexOf(close, start + open.length)
    if (end < 0) return kept.join(' ')
    from = end + close.length
  }
  return [...kept, text.slice(from)].join(' ')
}

// Lower-casing other letters can change the length of the text, and then positions in it would be wrong.
const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
