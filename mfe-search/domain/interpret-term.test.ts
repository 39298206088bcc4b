import { aVocabulary } from '../testing/a-vocabulary.ts'
import { interpretTerm } from './interpret-term.ts'
import { wordRulesOf } from './words/words.ts'

const VOCABULARY = aVocabulary({
  synonyms: [
    { words: ['sofa', 'settee', 'wardrobe'], means: ['Bulky waste'] },
    { words: ['sofa surfing', 'sleeping rough'], means: ['If you are homeless'] },
    { words: ["what's on"], means: ['Events'] },
    { words: ['park', 'parks'], means: ['Parks'] },
    { words: ['parking'], means: ['Car parks'] },
  ],
})

const meaningsOf = (term: string) =>
  interpretTerm(term, VOCABULARY, wordRulesOf('en-GB'))
    .filter(({ kind }) => kind === 'synonym')
    .map(({ text, share }) => ({ text, share }))

describe('what authors say that words of a term mean', () => {
  test('is about all the words that mean it, however many things are joined', () => {
    expect(meaningsOf('wardrobes and settees')).toEqual([{ text: 'Bulky waste', share: 1 }])
    expect(meaningsOf('homeless wardrobe')).toEqual([{ text: 'Bulky waste', share: 0.5 }])
    // "Green" is no word of this site.
    expect(meaningsOf('green wardrobe')).toEqual([{ text: 'Bulky waste', share: 2 / 3 }])
  })

  test('is that of the phrase that says more, where one stands in another', () => {
    expect(meaningsOf('sofa surfing')).toEqual([{ text: 'If you are homeless', share: 1 }])
    expect(meaningsOf('sofa, sleeping rough')).toEqual([
      { text: 'If you are homeless', share: 2 / 3 },
      { text: 'Bulky waste', share: 1 / 3 },
    ])
  })

  test('is that of a saying, none of whose words says anything by itself', () => {
    expect(meaningsOf("what's on")).toEqual([{ text: 'Events', share: 1 }])
    expect(meaningsOf("what's on in the sofa")).toEqual(
      [
        { text: 'Events', share: 2 / 3 },
        { text: 'Bulky waste', share: 1 },
      ].toSorted((a, b) => b.share - a.share),
    )
  })

  test('is that of the very word, where an author has said what it means, and else of what it is a form of', () => {
    expect(meaningsOf('parking')).toEqual([{ text: 'Car parks', share: 1 }])
    expect(meaningsOf('parked')).toEqual([
      { text: 'Parks', share: 1 },
      { text: 'Car parks', share: 1 },
    ])
  })
})
