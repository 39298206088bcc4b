const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  shy: '',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  pound: '£',
  euro: '€',
}

/** The readable text of an HTML, XML or SVG file: the content of scripts, styles and comments is left out. */
export function textOfMarkup(markup: string): string {
  const shown = withoutParts(markup, [
    ['<!--', '-->'],
    ['<script', '</script>'],
    ['<style', '</style>'],
  ])
  return readReferences(shown.replace(/<[^<>]*>/g, ' '))
}

const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
}

/** Decode character references; unknown ones stay as they are. */
export function readReferences(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? accented(name) ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
  })
}

function accented(name: string): string | null {
  const mark = MARKS[name.slice(1).toLowerCase()]
  return mark === undefined ? null : `${name[0]}${mark}`.normalize('NFC')
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
