import { cleanTerm } from './clean-term.ts'
import { highlighter } from './highlight.ts'
import { significantTerm } from './significant-term.ts'

const marked = (text: string, term: string) =>
  highlighter(cleanTerm(term))(text)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('matched words', () => {
  test.each([
    ['Bins and recycling', 'bin', '[Bin]s and recycling'],
    ['A filing cabinet', 'bin', 'A filing cabinet'],
    ['Bins: a bin, a binary', 'bins', '[Bins]: a bin, a binary'],
    ['Garden waste, garden tools', '"garden waste"', '[Garden waste], garden tools'],
    ['Tŷ bach a tŷ mawr', 'tŷ', '[Tŷ] bach a [tŷ] mawr'],
    ['Price (£2.50) + $1', '(£2.50) $1', 'Price [(£2.50)] + [$1]'],
    ['By e-mail, not email', 'e-mail', 'By [e-mail], not email'],
    ['<script>bins</script>', 'script', '<[script]>bins</[script]>'],
    ['nothing here', '', 'nothing here'],
    ['', 'x', ''],
    ['Before bins, plan B', 'plan b', '[B]efore [b]ins, [plan] [B]'],
  ])('in %j for %j: %j', (text, term, expected) => {
    expect(marked(text, term)).toBe(expected)
  })

  test.each([
    ['wardrobe and settee', 'wardrobe settee'],
    ["what's the bin day", 'bin day'],
    ['sut mae talu treth', 'talu treth'],
    ['what is this', 'what is this'],
    ['the "garden waste"', ''],
  ])('of %j are %j, so that no "and" is marked', (term, words) => {
    expect(significantTerm(cleanTerm(term)).words).toBe(words)
  })

  test('joined again are the text', () => {
    const text = "It's $& and $' and (a|b)* a.b"
    expect(
      highlighter(cleanTerm('a b and'))(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})
