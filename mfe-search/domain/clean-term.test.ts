import { cleanTerm, isEmptyTerm, MAX_TERM_LENGTH } from './clean-term.ts'

describe('search term (specification 5, Search)', () => {
  test('loses every character that the platform would read as an operator', () => {
    expect(cleanTerm('a>b<c=d|e!f{g}h[i]j^k~l*m?n:o\\p/q').words).toBe('a b c d e f g h i j k l m n o p q')
  })

  test.each([
    ['bins "garden waste" tax', 'bins tax', ['garden waste']],
    ['“planning permission”', '', ['planning permission']],
    ['„planning permission“', '', ['planning permission']],
    ['« planning permission » form', 'form', ['planning permission']],
    ['bins „and « more', 'bins and more', []],
    ['"one" "two"', '', ['one', 'two']],
    ["bins 'garden waste'", 'bins', ['garden waste']],
    ['‘blue badge’ parking', 'parking', ['blue badge']],
    ["council's", "council's", []],
    ["tenants' and residents' rights", "tenants' and residents' rights", []],
    ["O'Neill's 'tis", "O'Neill's 'tis", []],
    ['an open "quote', 'an open quote', []],
    ['""', '', []],
  ])('%j is the words %j and the phrases %j', (term, words, phrases) => {
    expect(cleanTerm(term)).toEqual({ words, phrases })
  })

  test('is empty when nothing is left', () => {
    expect(isEmptyTerm(cleanTerm(' *?/ '))).toBe(true)
    expect(isEmptyTerm(cleanTerm('"x"'))).toBe(false)
  })

  test.each(['🎉', '...', '&', '—', "''", '£ %', '?!🎉', '"-"', '“…” &'])(
    'has nothing to search for without a letter or a digit, so that %j does not find the whole site',
    (term) => expect(isEmptyTerm(cleanTerm(term))).toBe(true),
  )

  test('keeps what joins its words, and words and digits of any script', () => {
    expect(cleanTerm('weddings & funerals').words).toBe('weddings & funerals')
    expect(cleanTerm('½').words).toBe('½')
    expect(cleanTerm('库').words).toBe('库')
  })

  test('has each word once, but for short ones, which may join others twice', () => {
    expect(cleanTerm('there was once there').words).toBe('there was once')
    expect(cleanTerm('bins and rubble and bins').words).toBe('bins and rubble and')
  })

  test('has each phrase once, and no more than five', () => {
    expect(cleanTerm('"a" "a" "b" "c" "d" "e" "f"').phrases).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('is cut at a sane length', () => {
    expect(cleanTerm('x'.repeat(9_000)).words).toHaveLength(MAX_TERM_LENGTH)
  })
})
