import { aVocabulary } from '../testing/a-vocabulary.ts'
import { relevanceOf, relevantExpressions, type Relevance } from './relevant-expressions.ts'

const vocabulary = aVocabulary({
  synonyms: [
    { words: ['tip', 'rubbish dump'], means: ['Household recycling centres'] },
    { words: ['bin day'], means: ['Collection days'] },
  ],
  pins: [{ terms: ['opening hours'], ids: ['first', 'second'] }],
})

const ask = (term: string, more: Partial<Relevance> = {}, isLoose = false) =>
  relevantExpressions(term, { language: 'en-GB', ...more }, vocabulary, isLoose)

const weightOf = (term: string, part: object) => {
  const found = ask(term).find((clause) =>
    Object.entries(part).every(([key, value]) => JSON.stringify(clause[key]) === JSON.stringify(value)),
  )
  return found?.['weight']
}

describe('relevance (docs/decisions/0039)', () => {
  test("pinned entries come first, in the author's order, for exactly that term in any form", () => {
    const pins = (term: string) => ask(term).filter(({ field }) => field === 'sys.id')
    expect(pins('what are the opening hour')).toEqual([
      { field: 'sys.id', equalTo: 'first', weight: 1000 },
      { field: 'sys.id', equalTo: 'second', weight: 999 },
    ])
    expect(pins('library opening hours')).toEqual([])
  })

  test('a title or an address that is just the term weighs more than any word in it', () => {
    expect(weightOf('Council tax', { field: 'entryTitle', equalTo: 'Council tax' })).toBe(60)
    expect(weightOf('Council tax', { field: 'sys.slug', in: ['council-tax'] })).toBe(16)
    // At the top of the site an address may be shorter than the title.
    expect(weightOf('Council tax', { field: 'sys.uri', in: ['/council-tax'] })).toBe(16)
  })

  test('a title that is the term but for the form of its last word is as good, where the site has that form', () => {
    const named = (term: string, means: string) =>
      relevantExpressions(
        term,
        { language: 'en-GB' },
        aVocabulary({ synonyms: [{ words: ['grass'], means: [means] }] }),
      ).slice(0, 3)
    expect(named('garden waste collection', 'Garden waste collections')).toEqual([
      { field: 'entryTitle', in: ['garden waste collection', 'garden waste collections'], weight: 60 },
      { field: 'sys.slug', in: ['garden-waste-collection', 'garden-waste-collections'], weight: 16 },
      { field: 'sys.uri', in: ['/garden-waste-collection'], weight: 16 },
    ])
    expect(named('garden waste collection', 'Bins')[0]).toEqual({
      field: 'entryTitle',
      equalTo: 'garden waste collection',
      weight: 60,
    })
  })

  test('meanings of the words are searched for too, weighted by their share of the term', () => {
    const title = { field: 'entryTitle', equalTo: 'Household recycling centres' }
    expect(weightOf('tip', title)).toBeCloseTo(48)
    expect(weightOf('where is the tip', title)).toBeCloseTo(48)
    expect(weightOf('tip dump', title)).toBeCloseTo(11.5)
    // "Permit" is not in the site's vocabulary.
    expect(weightOf('tip permit', title)).toBeCloseTo(14.2)
    expect(weightOf('permit', title)).toBeUndefined()
  })

  test("words of a misspelt term are searched for in the authors' spelling", () => {
    expect(weightOf('rubish dump', { field: 'entryTitle', equalTo: 'rubbish dump' })).toBeCloseTo(54)
    expect(
      weightOf('rubish dump', { field: 'entryTitle', equalTo: 'Household recycling centres' }),
    ).toBeCloseTo(48)
  })

  test('any of the words is looked for in titles, keywords and descriptions, in all forms, without those that say nothing', () => {
    const any = ask('how do I collect parcels').filter(({ freeText }) =>
      JSON.stringify(freeText)?.includes('"or"'),
    )
    expect(any.map(({ field }) => field)).toEqual(['entryTitle', 'keywords', 'entryDescription'])
    const { term } = any[0]?.['freeText'] as { readonly term: string }
    expect(term.split(' ')).toEqual(
      expect.arrayContaining(['collect', 'collection', 'collected', 'parcels', 'parcel']),
    )
    expect(term).not.toMatch(/how|do\b/)
  })

  test('homes of things are preferred where all of the words are in their title', () => {
    expect(ask('bins', { homeTypes: ['landingPage'] })).toContainEqual({
      and: [
        { or: [{ field: 'entryTitle', freeText: { term: 'bins', fuzzy: false, operator: 'and' } }] },
        { field: 'sys.contentTypeId', in: ['landingPage'], weight: 12 },
      ],
    })
  })

  test('a word that names a content type prefers its entries that have another word', () => {
    expect(ask('councillor Standish')).toContainEqual({
      and: [
        { field: 'entryTitle', freeText: { term: 'standish', fuzzy: false, operator: 'or' } },
        {
          field: 'sys.contentTypeId',
          in: expect.arrayContaining(['councillor', 'councillors']),
          weight: 12,
        },
      ],
    })
  })

  test('only a word that names one of the types does so where they are named, and what an author says for it; similar words will do', () => {
    const named = (term: string) =>
      relevantExpressions(
        term,
        { language: 'en-GB', namedTypes: ['councillor', 'contentPage'] },
        aVocabulary({ synonyms: [{ words: ['cllr'], means: ['Councillors'] }] }),
      ).filter((clause) => JSON.stringify(clause).includes('"sys.contentTypeId"'))
    const entries = {
      and: [
        {
          or: [
            { field: 'entryTitle', freeText: { term: 'standich', fuzzy: false, operator: 'or' } },
            { field: 'entryTitle', freeText: { term: 'standich', fuzzy: true, operator: 'or' } },
          ],
        },
        { field: 'sys.contentTypeId', in: ['councillor'], weight: 12 },
      ],
    }
    expect(named('councillor Standich')).toEqual([entries])
    expect(named('cllr Standich')).toEqual([entries])
    expect(named('salt barns')).toEqual([])
  })

  test('an address in a term says nothing where an author says what most of it means', () => {
    const slugs = (term: string) =>
      ask(term).filter(
        ({ field, in: asked }) => field === 'sys.slug' && JSON.stringify(asked).includes('"rubbish-dump"'),
      )
    expect(slugs('rubbish dump hours on Sunday afternoon')).toHaveLength(1)
    expect(slugs('rubbish dump hours')).toHaveLength(0)
    expect(slugs('rubbish dump tip')).toHaveLength(0)
  })

  test('an address contained in the term is weighted by its share of the term', () => {
    const slugs = (term: string) =>
      ask(term).filter(({ field, weight }) => field === 'sys.slug' && weight !== 16)
    expect(slugs('Hollin Cross library hours')).toEqual([
      { field: 'sys.slug', in: ['hollin-cross-library', 'cross-library-hours'], weight: 60 },
      { field: 'sys.slug', in: ['hollin-cross', 'cross-library', 'library-hours'], weight: 40 },
    ])
    expect(slugs('library of the hours cross')).toEqual([
      {
        field: 'sys.slug',
        in: ['library-of-the-hours', 'of-the-hours-cross', 'the-hours-cross', 'hours-cross'],
        weight: 53.3,
      },
    ])
    expect(slugs('library hours')).toEqual([])
  })

  test('of a sentence pairs of neighbouring words are searched for in all text', () => {
    const pairs = (term: string) =>
      ask(term).flatMap(({ field, freeText }) => {
        const { term: words = '', operator } = (freeText ?? {}) as { term?: string; operator?: string }
        return field === 'searchContent' && operator === 'and' && words.split(' ').length === 2 ? [words] : []
      })
    expect(pairs('parcels wander slowly north')).toEqual(['parcels wander', 'wander slowly', 'slowly north'])
    expect(pairs('parcels wander slowly')).toEqual([])
  })

  test('of things that a term joins, a page that leads to each of them, or is called so, comes before those about one', () => {
    const each = (term: string, homeTypes?: readonly string[]) =>
      ask(term, homeTypes && { homeTypes }).filter(
        (clause) => clause['and'] !== undefined && !JSON.stringify(clause).includes('"weight":12'),
      )
    const [title, home] = each('galleries and tip', ['landingPage'])
    expect(title).toMatchObject({ and: [{ field: 'entryTitle' }, { field: 'entryTitle' }] })
    expect(JSON.stringify(title)).toContain('galleries gallery')
    expect(home).toEqual({
      and: [
        { or: [expect.objectContaining({ field: 'searchContent' })] },
        {
          or: [
            expect.objectContaining({ field: 'searchContent' }),
            // The authors' name for it is among the titles of the pages that a main page links to.
            {
              field: 'searchContent',
              freeText: { term: 'household recycling centres', fuzzy: false, operator: 'and' },
            },
          ],
        },
        { field: 'sys.contentTypeId', in: ['landingPage'], weight: 50 },
      ],
    })
    expect(each('galleries or tip')).toHaveLength(1)
    expect(each('galleries & old tip', ['landingPage'])).toHaveLength(2)
    expect(each('rubbish dump & tip', ['landingPage'])).toEqual([])
    // Two of them have the same page, which is the answer already.
    expect(each('tip & rubbish dump & galleries of local art', ['landingPage'])).toEqual([])
    expect(each('tip & galleries of local art', ['landingPage'])).toHaveLength(2)
    // An author says what most of the words mean, so that one page is wanted.
    expect(each('rubbish dump & skips', ['landingPage'])).toEqual([])
    expect(each('galleries and a sentence that has something else to ask for', ['landingPage'])).toEqual([])
    expect(each('and tip')).toEqual([])
    expect(each('a and b and c and galleries and tip', ['landingPage'])).toHaveLength(0)
  })

  test('files that fields lead to are searched by their text', () => {
    expect(ask('salt barns', { fileFields: ['file'] })).toContainEqual({
      field: 'file._searchContent',
      freeText: { term: 'salt barns', fuzzy: false, operator: 'and' },
      weight: 20,
    })
  })

  test('similar words are looked for in titles and keywords, and in all text when nothing else was found', () => {
    const similar = (isLoose: boolean) =>
      ask('parcels', {}, isLoose)
        .filter(({ freeText }) => JSON.stringify(freeText)?.includes('"fuzzy":true'))
        .map(({ field }) => field)
    expect(similar(false)).toEqual(['entryTitle', 'keywords'])
    expect(similar(true)).toEqual(['entryTitle', 'keywords', 'entryDescription', 'searchContent'])
  })

  test('a long question stays within the limits of the platform', () => {
    const question = Array.from(
      { length: 40 },
      (_, at) => `word${'abcdefghij'[at % 10]}${'klmno'[at % 5]}x`,
    ).join(' ')
    const texts =
      JSON.stringify(ask(question, { homeTypes: ['a'], fileFields: ['file'] })).match(/"term":"[^"]*"/g) ?? []
    expect(texts.length).toBeLessThanOrEqual(30)
    const joined = JSON.stringify(ask('tip and rubish dump', { homeTypes: ['a'], fileFields: ['file'] }))
    expect(joined.match(/"term"/g)?.length).toBeLessThanOrEqual(30)
    expect(new Set(texts.join(' ').split(/[^a-z]+/)).size).toBeLessThanOrEqual(40)
    const namedTypes = ['councillor', 'event', 'venue', 'document']
    const named = JSON.stringify(
      ask('councillor event venue document rubish dump parcels', {
        homeTypes: ['a'],
        namedTypes,
        fileFields: ['file'],
      }),
    )
    expect(named.match(/"term"/g)?.length).toBeLessThanOrEqual(30)
    expect(named.match(/"sys.contentTypeId","in":\["(?:councillor|event|venue|document)"/g)).toHaveLength(3)
  })

  test('is an option of the configuration', () => {
    expect(relevanceOf(undefined, 'cy')).toEqual({})
    expect(relevanceOf(false, 'cy')).toEqual({})
    expect(relevanceOf(true, 'cy')).toEqual({ relevance: { language: 'cy' } })
    const config = { homeTypes: ['landingPage'], fileFields: ['file'] }
    expect(relevanceOf(config, 'cy')).toEqual({ relevance: { ...config, language: 'cy' } })
  })

  test('a term without words has no condition', () => {
    expect(ask('…')).toEqual([])
  })
})
