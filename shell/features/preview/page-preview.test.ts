import type { PreviewedPage } from '../../page/page.ts'
import { messagesFor } from '../../messages/index.ts'
import { pagePreview as previewFor } from './page-preview.ts'

const pagePreview = (page: PreviewedPage) => previewFor(page, [])

const aPage = (given: Partial<PreviewedPage> = {}): PreviewedPage => ({
  versionStatus: 'latest',
  entry: {
    sys: {
      id: 'abc',
      contentTypeId: 'contentPage',
      language: 'cy',
      isPublished: true,
      workflow: { state: 'versionComplete' },
      version: { modified: '2026-02-12T09:34:00Z' },
    },
  },
  language: 'en-GB',
  messages: messagesFor('en-GB', 'en-GB'),
  path: '/cy/tudalen/â b',
  search: '?a=1',
  canExit: true,
  publicPath: '/cy/tudalen',
  ...given,
})
const entryOf = (sys: object): PreviewedPage['entry'] => ({ sys: { id: 'abc', ...sys } })

describe('what the preview bar says (docs/decisions/0016)', () => {
  it('names version status, content type, language and last change', () => {
    const { status, facts } = pagePreview(aPage())
    expect(status).toBe('Latest version, as published')
    expect(facts).toEqual([
      { label: 'Content type', value: 'contentPage' },
      { label: 'Language', value: 'Cymraeg' },
      { label: 'Last changed', value: '12 Feb 2026, 09:34 GMT' },
    ])
  })

  it.each([
    [
      'a draft that was never published',
      { entry: entryOf({ isPublished: false }) },
      'Draft, not published yet',
    ],
    [
      'a published entry with a draft',
      { entry: entryOf({ isPublished: true, workflow: { state: 'draft' } }) },
      'Draft with changes that are not published',
    ],
    [
      'a draft that waits for approval',
      { entry: entryOf({ isPublished: true, workflow: { state: 'awaitingApproval' } }) },
      'Draft with changes that are not published',
    ],
    [
      'a draft by the number of its version',
      { entry: entryOf({ isPublished: true, version: { versionNo: '3.2' } }) },
      'Draft with changes that are not published',
    ],
    [
      'a version that is published by its number',
      { entry: entryOf({ isPublished: true, version: { versionNo: '3.0' } }) },
      'Latest version, as published',
    ],
    [
      'no more than it knows of an entry without number and workflow',
      { entry: entryOf({ isPublished: true }) },
      'Latest version',
    ],
    ['the published version', { versionStatus: 'published' as const }, 'Published version'],
    [
      'a page without an entry, which has no version',
      { entry: null },
      'Latest versions; this page has no entry of its own',
    ],
  ])('tells %s', (_what, given, status) => {
    expect(pagePreview(aPage(given)).status).toBe(status)
  })

  it('says it in Welsh on a Welsh page', () => {
    expect(pagePreview(aPage({ language: 'cy', messages: messagesFor('cy', 'en-GB') })).facts[1]).toEqual({
      label: 'Iaith',
      value: 'Cymraeg',
    })
  })

  it('leads to the same page in the other version, its query kept', () => {
    expect(pagePreview(aPage()).other?.path).toBe('/cy/tudalen/%C3%A2%20b?a=1&versionStatus=published')
    const back = pagePreview(aPage({ versionStatus: 'published', search: '?versionStatus=published' }))
    expect(back.other).toEqual({
      label: 'Show latest version',
      path: '/cy/tudalen/%C3%A2%20b?versionStatus=latest',
    })
  })

  it('leads to no published version where there is none', () => {
    const entry = entryOf({ isPublished: false })
    expect(pagePreview(aPage({ entry })).other).toBeNull()
    expect(pagePreview(aPage({ entry, versionStatus: 'published' })).other).not.toBeNull()
  })

  it('leads out to where visitors find the page, and nowhere when there is no session to leave', () => {
    expect(pagePreview(aPage()).exitPath).toBe('/cy/tudalen')
    expect(pagePreview(aPage({ publicPath: null })).exitPath).toBe('/')
    expect(pagePreview(aPage({ canExit: false })).exitPath).toBeNull()
  })

  it('leaves out what the platform does not tell', () => {
    expect(pagePreview(aPage({ entry: entryOf({ version: { modified: 'yesterday' } }) })).facts).toEqual([])
  })
})
