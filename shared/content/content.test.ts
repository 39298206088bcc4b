import {
  entryLimits,
  isComposer,
  isEntry,
  isEntryLink,
  isImageField,
  isImageLink,
  readVersionStatus,
  sitePath,
  splitKeys,
} from './index.ts'

describe('entries (specification 3)', () => {
  it('knows an entry by sys.id, and a link by having nothing else', () => {
    const link = { sys: { id: 'e1', contentTypeId: 'venue' } }
    expect([isEntry(link), isEntryLink(link)]).toEqual([true, true])
    expect([isEntry({ ...link, title: 'x' }), isEntryLink({ ...link, title: 'x' })]).toEqual([true, false])
  })

  it.each([[null], [undefined], ['e1'], [[]], [{}], [{ sys: null }], [{ sys: { id: 1 } }], [{ sys: [] }]])(
    'does not take %p for an entry',
    (value) => expect(isEntry(value)).toBe(false),
  )

  it('takes an asset that is a link, with at most one other key, for an image link', () => {
    const asset = { sys: { id: 'a', uri: '/image-library/x.svg' } }
    expect([{ asset }, { asset, altText: 'x' }].map(isImageLink)).toEqual([true, true])
    expect(isImageLink({ asset, altText: 'x', caption: 'y' })).toBe(false)
    expect(isImageLink({ asset: { ...asset, entryTitle: 'x' } })).toBe(false)
    expect(isImageLink({ altText: 'x' })).toBe(false)
  })

  it('takes an image field only when its asset has an address', () => {
    expect(isImageField({ asset: { sys: { id: 'a', uri: '/image-library/x.svg' } } })).toBe(true)
    expect(isImageField({ asset: { sys: { id: 'a', uri: null } } })).toBe(false)
    expect(isImageField({ altText: 'x' })).toBe(false)
  })

  it('takes a list of type and value for a composer, an empty one too', () => {
    expect(isComposer([{ type: 'heading', value: null }])).toBe(true)
    expect(isComposer([])).toBe(true)
    expect(isComposer([{ type: 'heading' }])).toBe(false)
    expect(isComposer({ type: 'heading', value: 'x' })).toBe(false)
  })
})

describe('entryLimits (specification 2, Routes)', () => {
  it('takes the route before the content type, whole', () => {
    expect(entryLimits({ linkDepth: 0 }, { fields: ['title'], linkDepth: 3 })).toEqual({
      fields: [],
      linkDepth: 0,
      fieldLinkDepths: {},
    })
  })

  it('falls back to the content type, then to every field at depth 2', () => {
    expect(entryLimits({}, { fields: ['title'] })).toEqual({
      fields: ['title'],
      linkDepth: 2,
      fieldLinkDepths: {},
    })
    expect(entryLimits(undefined, undefined)).toEqual({ fields: [], linkDepth: 2, fieldLinkDepths: {} })
  })

  it('resolves nothing but the named paths when only those are given', () => {
    expect(entryLimits({ fieldLinkDepths: { body: 1 } }, undefined)).toMatchObject({ linkDepth: 0 })
  })
})

describe('surrogate keys (specification 4, Access and routing)', () => {
  it('splits on white space', () => {
    expect(splitKeys(' a  b\tc ')).toEqual(['a', 'b', 'c'])
    expect([splitKeys(null), splitKeys('')]).toEqual([[], []])
  })
})

describe('readVersionStatus (specification 9)', () => {
  it.each([
    ['published', 'published'],
    ['latest', 'latest'],
    ['Latest', null],
    ['draft', null],
    ['', null],
    [undefined, null],
    [1, null],
  ])('reads %p as %p', (value, status) => expect(readVersionStatus(value)).toBe(status))
})

describe('the address of an entry', () => {
  it.each([
    ['//evil.example/x', '/evil.example/x'],
    ['/\\evil.example/x', '/evil.example/x'],
    ['\\\\evil.example', '/evil.example'],
    ['\\evil.example', '/evil.example'],
    ['/\n/evil.example', '/evil.example'],
    ['\t//evil.example', '/evil.example'],
    ['/news//today', '/news//today'],
    ['/', '/'],
  ])('%j is a path of this site', (address, path) => {
    expect(sitePath(address)).toBe(path)
    expect(new URL(sitePath(address), 'https://www.example.org').host).toBe('www.example.org')
  })
})
