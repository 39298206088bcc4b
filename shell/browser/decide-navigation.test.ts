import type { PageSlot } from '@tessera/shared/contract'
import { decideNavigation, type Answer, isInPlace, type PageComposition } from './decide-navigation.ts'

const found: Answer = { status: 200, isPage: true, hasMain: true, fitsDocument: true, hasRedirect: false }
const missing: Answer = { ...found, status: 404, hasMain: false }
const afterEntry = { hasEntry: true, wasReloaded: false }

describe('what the browser does with an answer (specification 4, Access and routing)', () => {
  it('shows a page, whatever its status, that has a main slot', () => {
    expect(decideNavigation(found, afterEntry)).toBe('show')
    expect(decideNavigation({ ...found, status: 404 }, afterEntry)).toBe('show')
  })

  it('goes where access sends the visitor', () => {
    expect(decideNavigation({ ...missing, status: 401, isPage: false, hasRedirect: true }, afterEntry)).toBe(
      'redirect',
    )
  })

  it('loads the document of a missing page when an entry was loaded, once for each path', () => {
    expect(decideNavigation(missing, afterEntry)).toBe('document')
    expect(decideNavigation(missing, { hasEntry: true, wasReloaded: true })).toBe('outcome')
  })

  it('says in place that a page is missing where no entry was loaded', () => {
    expect(decideNavigation(missing, { hasEntry: false, wasReloaded: false })).toBe('outcome')
  })

  it.each([500, 502, 503, 504])('never loads the document after %i', (status) => {
    for (const isPage of [true, false])
      for (const before of [afterEntry, { hasEntry: false, wasReloaded: false }])
        expect(decideNavigation({ ...missing, status, isPage, fitsDocument: isPage }, before)).toBe('outcome')
  })

  it.each([500, 503])(
    'shows a page that says itself what failed (%i), and an error page where it cannot',
    (status) => {
      const failed: Answer = { ...found, status }
      expect(decideNavigation(failed, afterEntry)).toBe('show')
      expect(decideNavigation({ ...failed, fitsDocument: false }, afterEntry)).toBe('outcome')
      expect(decideNavigation({ ...failed, hasMain: false }, afterEntry)).toBe('outcome')
    },
  )

  it('loads the document of what is no page, or what this document cannot show', () => {
    expect(decideNavigation({ ...found, isPage: false }, afterEntry)).toBe('document')
    expect(decideNavigation({ ...found, fitsDocument: false }, afterEntry)).toBe('document')
    expect(decideNavigation({ ...missing, status: 410 }, { hasEntry: false, wasReloaded: false })).toBe(
      'document',
    )
  })
})

const MAIN: PageSlot = { id: 'main', remote: 'mfe-search', view: 'search', hydrate: 'load', props: {} }
const LISTING: PageSlot = { ...MAIN, remote: 'mfe-content', view: 'listing', hydrate: 'never' }
const LIST: PageSlot = { ...MAIN, id: 'list-1', view: 'list', hydrate: 'visible', parent: 'main' }
const MENU: PageSlot = { ...MAIN, id: 'header-user', remote: 'mfe-account', hydrate: 'visible' }

const aPage = (
  slots: readonly PageSlot[],
  { path = '/a', entryID = 'e1' as string | null, version = '1' } = {},
): PageComposition => ({
  routing: { currentPath: path, entryID },
  page: {
    slots,
    releases: {
      'mfe-search': { version, integrity: '' },
      'mfe-content': { version: '1', integrity: '' },
    },
  },
})

describe('whether a page can change in place', () => {
  const search = aPage([MAIN, MENU])

  it('can where the main slot is alive and the same, whatever its props, path and frame', () => {
    const next = aPage([{ ...MAIN, props: { facet: 'news' } }], { path: '/b', entryID: null })
    expect(isInPlace(search, next)).toBe(true)
  })

  it.each<[string, PageComposition]>([
    ['of another remote', aPage([{ ...MAIN, remote: 'mfe-content' }])],
    ['another view', aPage([{ ...MAIN, view: 'other' }])],
    ['of another release', aPage([MAIN], { version: '2' })],
    ['hydrated at another time', aPage([{ ...MAIN, hydrate: 'never' }])],
    ['not there', aPage([])],
    ['joined by a slot inside it', aPage([MAIN, LIST])],
  ])('cannot where the main slot is %s', (_what, next) => {
    expect(isInPlace(search, next)).toBe(false)
  })

  it('cannot where a slot inside it is another', () => {
    const shown = aPage([MAIN, LIST])
    expect(isInPlace(shown, aPage([MAIN, { ...LIST, props: { page: 2 } }]))).toBe(true)
    expect(isInPlace(shown, aPage([MAIN, { ...LIST, id: 'list-2' }]))).toBe(false)
    expect(isInPlace(shown, aPage([MAIN, { ...LIST, parent: 'other' }]))).toBe(false)
    expect(isInPlace(shown, aPage([MAIN]))).toBe(false)
  })

  it('cannot where a slot without code in the browser would have to change', () => {
    const still: PageSlot = { ...LIST, hydrate: 'never', props: { of: 'news' } }
    const shown = aPage([MAIN, still])
    expect(isInPlace(shown, aPage([MAIN, still]))).toBe(true)
    expect(isInPlace(shown, aPage([MAIN, { ...still, props: { of: 'events' } }]))).toBe(false)
  })

  describe('with a main slot that has no code in the browser', () => {
    const shown = aPage([LISTING, LIST])

    it('can at the same path, for the same entry, where a slot inside it is alive', () => {
      expect(isInPlace(shown, aPage([LISTING, { ...LIST, props: { page: 2 } }]))).toBe(true)
    })

    it.each<[string, PageComposition, PageComposition]>([
      ['another entry', shown, aPage([LISTING, LIST], { entryID: 'e2' })],
      ['another path', shown, aPage([LISTING, LIST], { path: '/b' })],
      ['nothing alive in it', aPage([LISTING]), aPage([LISTING])],
      ['no entry', aPage([LISTING, LIST], { entryID: null }), aPage([LISTING, LIST], { entryID: null })],
      ['another release', shown, aPage([LISTING, LIST], { version: '2' })],
    ])('cannot for %s', (_what, before, next) => {
      expect(isInPlace(before, next)).toBe(false)
    })
  })
})
