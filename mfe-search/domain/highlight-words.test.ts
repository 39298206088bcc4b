import { cleanTerm } from './clean-term.ts'
import { wordHighlighter } from './highlight-words.ts'

const marked = (text: string, term: string, language = 'en-GB') =>
  wordHighlighter(
    cleanTerm(term),
    language,
  )(text)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('words of a term in a result', () => {
  test.each([
    ['Libraries and leisure', 'library', '[Libraries] and leisure'],
    ['The library’s opening hours', 'libraries', 'The [library’s] opening hours'],
    ['Bins, a bin, a binary cabinet', 'bin', '[Bins], a [bin], a binary cabinet'],
    ['Collected on the collection day', 'collect', '[Collected] on the [collection] day'],
    ['Planning and plans: a planet', 'plan', '[Planning] and [plans]: a planet'],
    ['Bins before buses: plan B', 'plan b', 'Bins before buses: [plan] [B]'],
    ['A4 and A40', 'a4', '[A4] and A40'],
    ['Cafés, “cafe” and cafeteria', 'cafe', '[Cafés], “[cafe]” and cafeteria'],
    ['École, ecole and İstanbul', 'ecole istanbul', '[École], [ecole] and [İstanbul]'],
  ])('in %j for %j are marked whole, in other forms too: %j', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected)
  })

  test.each([
    ['Talu eich treth gyngor', 'dreth', 'Talu eich [treth] gyngor'],
    ['Tyllau ar stryd, tŷ a thyddyn', 'ty', 'Tyllau ar stryd, [tŷ] a thyddyn'],
  ])('in Welsh in %j for %j: %j', (text, term, expected) => {
    expect(marked(text, term, 'cy')).toBe(expected)
    expect(marked('Un dreth', 'treth', 'fr')).toBe('Un dreth')
  })

  test.each([
    ['Garden waste, garden wastes, garden', '"garden waste"', '[Garden waste], garden wastes, garden'],
    ['Price (£2.50) + 1', '(£2.50)', 'Price [(£2.50)] + 1'],
    ['By e-mail, not email', 'e-mail', 'By [e-mail], not email'],
    ['By St Oswin’s Road', '"St Oswin\'s Road"', 'By [St Oswin’s Road]'],
    ["By St Oswin's Road", '"St Oswin’s Road"', "By [St Oswin's Road]"],
    ['<script>bins</script>', 'script', '<[script]>bins</[script]>'],
    ['nothing here', '', 'nothing here'],
    ['', 'x', ''],
  ])('phrases and signs in %j for %j match as they are written: %j', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected)
  })

  test('joined again are the text', () => {
    const text = "It's $& and $' and (a|b)* a.b bins’"
    const parts = wordHighlighter(cleanTerm('a b bin'), 'en-GB')(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})
