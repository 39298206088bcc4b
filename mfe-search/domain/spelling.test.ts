import { aVocabulary } from '../testing/a-vocabulary.ts'
import { correctTerm, similarTerm } from './spelling.ts'

const vocabulary = aVocabulary({ synonyms: [{ words: ['recycling', 'parking'], means: ['Council tax'] }] })
const correct = (term: string, texts: readonly string[] = []) => correctTerm(term, vocabulary, texts, 'en-GB')

describe('spelling (docs/decisions/0039)', () => {
  test.each([
    ['recyling', 'recycling'],
    ['counsil tax', 'council tax'],
    ['the coucnil', 'the council'],
    ['parkking near me', 'parking near me'],
    ['praking', 'parking'],
    ['xparkingx', 'parking'],
  ])('%j is offered as %j', (term, expected) => expect(correct(term)).toBe(expected))

  test.each(['recycling', 'parked', 'tex', 'LK1 4TL', 'zeppelin', 'xparkinxx', 'what is where', 'taxtax'])(
    '%j is left as it is',
    (term) => expect(correct(term)).toBeNull(),
  )

  test('two words that were written as one are two', () => {
    expect(correct('counciltax bands')).toBe('council tax bands')
  })

  test('words of the texts that were found are right', () => {
    expect(correct('barking')).toBe('parking')
    expect(correct('barking', ['A barking dog'])).toBeNull()
  })

  test('what was found by similar words says what may have been meant', () => {
    const similar = (found: readonly string[]) => similarTerm('alotment', vocabulary, found, 'en-GB')
    expect(correct('alotment', ['Allotment handbook'])).toBeNull()
    expect(similar(['Allotment handbook'])).toBe('allotment')
    expect(similar([])).toBeNull()
  })
})
