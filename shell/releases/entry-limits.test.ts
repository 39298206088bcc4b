import type { EntryLimits } from '@tessera/shared/content'
import { coversLimits, widestLimits } from './routing-table.ts'

const EVERYTHING = { fields: [], linkDepth: 2, fieldLinkDepths: {} }
const aType = (contentTypeId: string, limits: EntryLimits = {}) =>
  ({ contentTypeId, view: 'page', hydrate: 'never', ...limits }) as const
const limits = (own: Partial<EntryLimits>): Required<EntryLimits> => ({
  fields: [],
  linkDepth: 0,
  fieldLinkDepths: {},
  ...own,
})

describe('the fields that are requested before the content type is known (docs/decisions/0034)', () => {
  it('is every field and link that some type shows, each once and as deep as any', () => {
    const types = [
      aType('news', { fields: ['title', 'body'], fieldLinkDepths: { image: 2, 'body.card': 1 } }),
      aType('event', { fields: ['title', 'venue'], fieldLinkDepths: { image: 1, venue: 1 } }),
      aType('*', { linkDepth: 5 }),
    ]
    const widest = widestLimits(types)
    expect(widest).toEqual({
      fields: ['title', 'body', 'venue'],
      linkDepth: 0,
      fieldLinkDepths: { image: 2, 'body.card': 1, venue: 1 },
    })
    for (const { fields = [], fieldLinkDepths = {} } of types.slice(0, 2))
      expect(coversLimits(widest, { fields, linkDepth: 0, fieldLinkDepths })).toBe(true)
  })

  it.each([
    ['there are no mappings', []],
    ['only * is mapped', [aType('*')]],
    [
      'a named type is shown with every field',
      [aType('page', { linkDepth: 1 }), aType('news', { fields: ['title'] })],
    ],
  ])('is everything where %s', (_, types) => {
    expect(widestLimits(types)).toEqual(EVERYTHING)
  })
})

describe('an answer brings all that a type needs', () => {
  it.each<[Partial<EntryLimits>, Partial<EntryLimits>, boolean]>([
    [{ fields: ['a', 'b'] }, { fields: ['a'] }, true],
    [{ fields: ['a'] }, { fields: ['a', 'b'] }, false],
    [{}, { fields: ['a', 'sys.properties'] }, true],
    [{ fields: ['a'] }, {}, false],
    [{ fields: ['a', 'sys.properties'] }, { fields: ['a'] }, false],
    [{ fields: ['a', 'sys.properties'] }, { fields: ['a', 'sys.properties'] }, true],
    [{ linkDepth: 2 }, { linkDepth: 1, fieldLinkDepths: { a: 2 } }, true],
    [{ linkDepth: 2 }, { fieldLinkDepths: { a: 3 } }, false],
    [{ linkDepth: 1 }, { linkDepth: 2 }, false],
    [{ fieldLinkDepths: { a: 1, b: 1 } }, { fieldLinkDepths: { a: 1 } }, true],
    [{ fieldLinkDepths: { a: 2, 'a.b': 1 } }, { fieldLinkDepths: { a: 2 } }, false],
    [{ fieldLinkDepths: { a: 1 } }, { fieldLinkDepths: { a: 1, 'a.b': 2 } }, false],
  ])('%j for %j: %s', (asked, needed, brings) => {
    expect(coversLimits(limits(asked), limits(needed))).toBe(brings)
  })
})
