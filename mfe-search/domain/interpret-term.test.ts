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

/** Weight of a word that is in two phrases. */
const SOFA = 2 ** -0.35

const meaningsOf = (term: string) =>
  interpretTerm(term, VOCABULARY, wordRulesOf('en-GB'))
    .filter(({ kind }) => kind === 'synonym')
    .map(({ text, share }) => ({ text, share }))

describe('the meaning of a term by the phrases of authors', () => {
  test('covers all words of a phrase, however many subjects the term joins', () => {
    expect(meaningsOf('wardrobes and settees')).toEqual([{ text: 'Bulky waste', share: 1 }])
    expect(meaningsOf('homeless wardrobe')).toEqual([{ text: 'Bulky waste', share: 0.5 }])
    // "Green" is not in the site's vocabulary.
    expect(meaningsOf('green wardrobe')).toEqual([{ text: 'Bulky waste', share: 2 / 3 }])
  })

  test('is that of the longer phrase, where one contains another', () => {
    expect(meaningsOf('sofa surfing')).toEqual([{ text: 'If you are homeless', share: 1 }])
    expect(meaningsOf('sofa, sleeping rough')).toEqual([
      { text: 'If you are homeless', share: expect.closeTo(2 / (2 + SOFA)) },
      { text: 'Bulky waste', share: expect.closeTo(SOFA / (2 + SOFA)) },
    ])
  })

  test('is that of a phrase whose words have no meaning alone', () => {
    expect(meaningsOf("what's on")).toEqual([{ text: 'Events', share: 1 }])
    expect(meaningsOf("what's on in the sofa")).toEqual([
      { text: 'Bulky waste', share: 1 },
      { text: 'Events', share: expect.closeTo(2 / (2 + SOFA)) },
    ])
  })

  test('is found by the word that two words are, though each of them is one', () => {
    const vocabulary = aVocabulary({
      synonyms: [
        { words: ['sandbags'], means: ['Flooding'] },
        { words: ['sand', 'bags'], means: ['Gritting'] },
      ],
    })
    const [, second] = interpretTerm('sand bags', vocabulary, wordRulesOf('en-GB'))
    expect(second).toMatchObject({ kind: 'spelling', text: 'sandbags' })
  })

  test('is that of the word itself where an author has defined it, otherwise that of its base form', () => {
    expect(meaningsOf('parking')).toEqual([{ text: 'Car parks', share: 1 }])
    expect(meaningsOf('parked')).toEqual([
      { text: 'Parks', share: 1 },
      { text: 'Car parks', share: 1 },
    ])
  })

  test('is about rare words more than about those that are in many phrases', () => {
    const vocabulary = aVocabulary({
      synonyms: [
        ...['bill', 'bands', 'refund', 'discount'].map((word) => ({
          words: [`rent ${word}`],
          means: [`Rent: ${word}`],
        })),
        { words: ['bailiffs'], means: ['Struggling'] },
        { words: ['rent'], means: ['Rent'] },
      ],
    })
    const shares = interpretTerm('rent bailiffs', vocabulary, wordRulesOf('en-GB')).map(({ text, share }) => [
      text,
      share,
    ])
    // "Rent" is in five phrases.
    const rent = 5 ** -0.35
    expect(shares).toEqual([
      ['rent bailiffs', 1],
      ['Struggling', expect.closeTo(1 / (1 + rent))],
      ['Rent', expect.closeTo(rent / (1 + rent))],
    ])
  })
})
