import { decideNavigation, type Answer } from './decide-navigation.ts'

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

  it('loads the document of what is no page, or what this document cannot show', () => {
    expect(decideNavigation({ ...found, isPage: false }, afterEntry)).toBe('document')
    expect(decideNavigation({ ...found, fitsDocument: false }, afterEntry)).toBe('document')
    expect(decideNavigation({ ...missing, status: 410 }, { hasEntry: false, wasReloaded: false })).toBe(
      'document',
    )
  })
})
