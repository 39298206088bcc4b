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
    ['parcking', 'parking'],
    ['kouncil', 'council'],
  ])('%j is offered as %j', (term, expected) => expect(correct(term)).toBe(expected))

  test.each([
    'recycling',
    'parked',
    'tex',
    'LK1 4TL',
    'zeppelin',
    'xparkingx',
    'counter',
    'tar',
    'what is where',
    'taxtax',
  ])('%j is left as it is', (term) => expect(correct(term)).toBeNull())

  test('a word that sounds like one of theirs is that one, before another that is spelt more like it', () => {
    const words = aVocabulary({
      synonyms: [{ words: ['garden', 'waste', 'school', 'blue', 'badge', 'page'], means: ['Bins'] }],
    })
    const corrected = (term: string, language = 'en-GB') => correctTerm(term, words, [], language)
    expect(corrected('garden waist')).toBe('garden waste')
    expect(corrected('skool')).toBe('school')
    expect(corrected('blue bage')).toBe('blue badge')
    expect(corrected('wisp')).toBeNull()
    // Welsh is written as it is spoken.
    expect(corrected('skool', 'cy')).toBeNull()
  })

  test('of a long term the first twelve words that are not right are corrected', () => {
    const corrected = correct(Array.from({ length: 14 }, () => 'recyling').join(' '))?.split(' ')
    expect(corrected).toEqual([...Array<string>(12).fill('recycling'), 'recyling', 'recyling'])
  })

  test('a misspelt word is corrected however many stop words and right words come before it', () => {
    const question = 'what do i have to do if the men did not come for my recyling'
    expect(correct(question, ['men come'])).toBe(question.replace('recyling', 'recycling'))
    const many = Array.from({ length: 14 }, () => 'parking').join(' ')
    expect(correct(`${many} recy clin`)).toBe(`${many} recycling`)
  })

  test('two words that were written as one are two', () => {
    expect(correct('counciltax bands')).toBe('council tax bands')
  })

  test('a word that was written as two is one, if one of the two is none', () => {
    expect(correct('re cycling')).toBeNull()
    expect(correct('recy cling')).toBe('recycling')
    expect(correct('recy clin council')).toBe('recycling council')
    expect(correct('recy cling parking', ['recy'])).toBe('recycling parking')
    expect(correct('parking council')).toBeNull()
  })

  test('a word that was written as two is one that both are, before it is one that is like them', () => {
    const schools = aVocabulary({
      synonyms: [{ words: ['preschool', 'school', 'free'], means: ['Schools'] }],
    })
    expect(correctTerm('free scool', schools, [], 'en-GB')).toBe('free school')
    expect(correctTerm('prescool', schools, [], 'en-GB')).toBe('preschool')
  })

  test('a word that is but a part of one phrase is right, and less likely to be meant than others', () => {
    const words = aVocabulary({
      synonyms: [
        { words: ['blew over', 'blue bin'], means: ['New bins'] },
        { words: ['blue badge'], means: ['Blue Badge parking'] },
      ],
    })
    const corrected = (term: string) => correctTerm(term, words, [], 'en-GB')
    expect(corrected('bleu badge')).toBe('blue badge')
    expect(corrected('blew')).toBeNull()
    expect(corrected('badgge')).toBe('badge')
  })

  test('a long word may have more slips', () => {
    const jobs = aVocabulary({ synonyms: [{ words: ['training'], means: ['Apprenticeships'] }] })
    expect(correctTerm('aprentiships', jobs, [], 'en-GB')).toBe('apprenticeships')
  })

  test('in a sentence short words are taken as they stand', () => {
    const bins = aVocabulary({ synonyms: [{ words: ['bins'], means: ['Bins'] }] })
    const ofBins = (term: string) => correctTerm(term, bins, [], 'en-GB')
    expect(ofBins('my bnis')).toBe('my bins')
    expect(ofBins('who do i have to talk to about my bnis')).toBeNull()
    expect(correct('who do i have to talk to about my counsil')).toBe(
      'who do i have to talk to about my council',
    )
  })

  test('words of the texts that were found are right', () => {
    expect(correct('pairking')).toBe('parking')
    expect(correct('pairking', ['A pairking dog'])).toBeNull()
  })

  test('what was found by similar words says what may have been meant', () => {
    const similar = (found: readonly string[]) => similarTerm('alotment', vocabulary, found, 'en-GB')
    expect(correct('alotment', ['Allotment handbook'])).toBeNull()
    expect(similar(['Allotment handbook'])).toBe('allotment')
    expect(similar([])).toBeNull()
  })
})
