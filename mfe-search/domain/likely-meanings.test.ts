import { aVocabulary } from '../testing/a-vocabulary.ts'
import { interpretTerm } from './interpret-term.ts'
import { wordRulesOf } from './words/words.ts'

const VOCABULARY = aVocabulary({
  synonyms: [
    { words: ['binmen', 'wheelie bin'], means: ['Bins and recycling'] },
    {
      words: ['binmen missed us', 'lorry never came', 'bin not emptied'],
      means: ['Report a missed collection'],
    },
    { words: ['dodgy takeaway', 'kebab shop dirty'], means: ['Food safety'] },
    { words: ['number 42 bus'], means: ['Buses'] },
  ],
})

const meaningsOf = (term: string, vocabulary = VOCABULARY) =>
  interpretTerm(term, vocabulary, wordRulesOf('en-GB'))
    .filter(({ kind }) => kind === 'synonym')
    .map(({ text, share, rest }) => ({ text, share, rest }))

describe('what the words of a term let one think (docs/decisions/0100)', () => {
  test('is the subject of most phrases with the words, though the term contains none of the phrases', () => {
    const [likely, ...others] = meaningsOf('why has the lorry not emptied it')
    expect(likely).toMatchObject({ text: 'Report a missed collection', rest: [] })
    expect(others).toEqual([])
  })

  test('counts less than an author’s interpretation, and is added to one of a small part', () => {
    const [first, second] = meaningsOf('the binmen never came')
    expect(first).toMatchObject({ text: 'Report a missed collection', rest: [] })
    expect(second).toMatchObject({ text: 'Bins and recycling', rest: ['never', 'came'] })
    expect(first?.share).toBeLessThanOrEqual(0.6)
  })

  test('is not searched for where an author’s interpretation covers most of it', () => {
    expect(meaningsOf('kebab shop dirty')).toEqual([{ text: 'Food safety', share: 1, rest: [] }])
    // No author has listed "lorry" by itself, and all phrases with it are about collections.
    expect(meaningsOf('kebab shop dirty lorry')).toEqual([
      { text: 'Food safety', share: 0.75, rest: ['lorry'] },
    ])
  })

  test('is found by one word where no other meaning has half of its phrases', () => {
    expect(meaningsOf('kebab').map(({ text }) => text)).toEqual(['Food safety'])
    const shared = aVocabulary({
      synonyms: ['a', 'b', 'c'].map((letter) => ({
        words: [`lamp ${letter}${letter}${letter}`],
        means: [letter],
      })),
    })
    expect(meaningsOf('lamp', shared)).toEqual([])
  })

  test('is nothing for a number', () => {
    expect(meaningsOf('42')).toEqual([])
  })
})
