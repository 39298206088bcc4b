import { decideArrival, type Arriving } from './decide-arrival.ts'

const found: Arriving = { status: 200, isPage: true, hasMain: true, fitsDocument: true, hasRedirect: false }
const missing: Arriving = { ...found, status: 404, hasMain: false }
const afterEntry = { hasEntry: true, wasReloaded: false }

describe('what the browser does with an answer (specification 4, Access and routing)', () => {
  it('shows a page, whatever its status, that has a main slot', () => {
    expect(decideArrival(found, afterEntry)).toBe('show')
    expect(decideArrival({ ...found, status: 404 }, afterEntry)).toBe('show')
  })

  it('goes where access sends the visitor', () => {
    expect(decideArrival({ ...missing, status: 401, isPage: false, hasRedirect: true }, afterEntry)).toBe(
      'redirect',
    )
  })

  it('loads the document of a missing page when an entry was loaded, once for each path', () => {
    expect(decideArrival(missing, afterEntry)).toBe('document')
    expect(decideArrival(missing, { hasEntry: true, wasReloaded: true })).toBe('outcome')
  })

  it('says in place that a page is missing where no entry was loaded', () => {
    expect(decideArrival(missing, { hasEntry: false, wasReloaded: false })).toBe('outcome')
  })

  it.each([500, 502, 503, 504])('never loads the document after %i', (status) => {
    for (const isPage of [true, false])
      for (const before of [afterEntry, { hasEntry: false, wasReloaded: false }])
        expect(decideArrival({ ...missing, status, isPage, fitsDocument: isPage }, before)).toBe('outcome')
  })

  it('loads the document of what is no page, or what this document cannot show', () => {
    expect(decideArrival({ ...found, isPage: false }, afterEntry)).toBe('document')
    expect(decideArrival({ ...found, fitsDocument: false }, afterEntry)).toBe('document')
    expect(decideArrival({ ...missing, status: 410 }, { hasEntry: false, wasReloaded: false })).toBe(
      'document',
    )
  })
})
