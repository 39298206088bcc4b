import { readingAge, readingFormula, syllablesOf } from './reading-age.ts'

describe('reading age (docs/decisions/0067)', () => {
  it.each([
    ['the', 1],
    ['make', 1],
    ['walked', 1],
    ['wanted', 2],
    ['table', 2],
    ['council', 2],
    ['recycling', 3],
    ['collection', 3],
    ['application', 4],
    ['responsibility', 6],
  ])('counts the syllables of %s: %i', (word, count) => {
    expect(syllablesOf(word)).toBe(count)
  })

  it('is the Flesch–Kincaid grade and five years', () => {
    // Ten sentences, each of eight words with one syllable and two words with two: 0.39 × 10 + 11.8 × 1.2 − 15.59 = 2.47.
    const sentence = 'We will take your old green bin from your garden table'.replace('green ', '')
    expect(sentence.split(' ')).toHaveLength(10)
    expect(readingAge(Array.from({ length: 10 }, () => sentence))).toBe(7)
  })

  it('has a formula for English of every region, and for no other language', () => {
    expect(['en', 'en-GB', 'EN-us'].map(readingFormula)).toEqual([readingAge, readingAge, readingAge])
    expect(['cy', 'enm', ''].map(readingFormula)).toEqual([undefined, undefined, undefined])
  })

  it('is not calculated for a text that is too short', () => {
    expect(readingAge(['We will empty your bin.'])).toBeNull()
  })
})
