import type { FacetConfig, SearchConfig } from '../config/search-config.ts'
import { aVocabulary } from '../testing/a-vocabulary.ts'
import { anAddress } from '../testing/builders.ts'
import { relevanceOf } from './relevant-expressions.ts'
import { conditionsOf } from './search-conditions.ts'

const facet: FacetConfig = { title: 'All', queryParams: { relevance: true } }
const config: SearchConfig = {
  facets: {
    all: facet,
    news: { ...facet, queryParams: { relevance: true, contentTypeIds: ['news'] } },
    people: { ...facet, queryParams: { relevance: true, weightedSearchFields: [{ fieldId: 'name' }] } },
  },
}
const words = () => ({
  ...relevanceOf(true, 'en-GB'),
  vocabulary: aVocabulary({ synonyms: [{ words: ['tip'], means: ['Recycling centres'] }] }),
})
const termOf = (key: string, term: string, termOptions = words()) =>
  conditionsOf(config, anAddress({ key, term }), { language: 'en-GB', termOptions }).others.at(-1)

describe('the condition of a term (docs/decisions/0055)', () => {
  test('is composed once for the results and for the totals of tabs that ask for the same', () => {
    const known = words()
    expect(termOf('news', 'tip', known)).toBe(termOf('all', 'tip', known))
  })

  test('is kept for later searches by the same words of authors, until a hundred others were used since', () => {
    const { vocabulary } = words()
    const ask = (term: string) => termOf('all', term, { ...words(), vocabulary })
    const [first, second] = [ask('tip'), ask('bins')]
    for (let other = 0; other < 98; other += 1) ask(`street ${other}`)
    expect(ask('tip')).toBe(first)
    ask('one more')
    expect(ask('tip')).toBe(first)
    expect(ask('bins')).not.toBe(second)
    expect(ask('bins')).toEqual(second)
    expect(termOf('all', 'tip')).not.toBe(first)
  })

  test.each([
    ['another term', 'all', 'bins'],
    ['a phrase in quotes', 'all', 'tip "garden waste"'],
    ['a facet that looks into other fields', 'people', 'tip'],
  ])('is composed anew for %s', (_, key, term) => {
    const known = words()
    const before = termOf('all', 'tip', known)
    const composed = termOf(key, term, known)
    expect(composed).not.toEqual(before)
    expect(composed).toEqual(termOf(key, term))
  })

  test('searches for authors’ synonyms, wherever in their list the word is', () => {
    const vocabulary = aVocabulary({
      synonyms: [
        { words: ['bins'], means: ['Refuse'] },
        { words: ['parking a car', 'cars'], means: ['Car parks'] },
        { words: ['tip'], means: ['Recycling centres'] },
        { words: ['tips for waiters'], means: ['Wages'] },
        { words: ['tip'], means: ['Household waste sites'] },
      ],
    })
    const asked = JSON.stringify(termOf('all', 'tips', { ...words(), vocabulary }))
    expect(asked).toContain('Recycling centres')
    expect(asked).toContain('Household waste sites')
    expect(asked).not.toContain('Wages')
    expect(asked).not.toContain('Car parks')
    expect(asked).not.toContain('Refuse')
  })
})
