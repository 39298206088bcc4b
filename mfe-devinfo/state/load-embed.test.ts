import type { LoadRequest, SiteInspection } from '@tessera/shared/contract'
import { INSPECTION } from '../fixtures.ts'
import { catalogues, type VersionMessages } from '../messages/index.ts'
import { devinfoSlice, selectDevinfo } from './devinfo.slice.ts'
import { loadEmbed } from './load-embed.ts'

const load = (inspection?: SiteInspection, query: Readonly<Record<string, string>> = {}) =>
  loadEmbed({
    messages: catalogues['en-GB'],
    query,
    origin: 'https://www.example.org',
    ...(inspection && { inspect: () => inspection }),
  } as LoadRequest<VersionMessages>)

const shown = (inspection: SiteInspection) => {
  const { actions = [] } = load(inspection, { language: 'cy' })
  const state = actions.reduce<unknown>((before, action) => devinfoSlice.reducer(before, action), undefined)
  return selectDevinfo({ devinfo: state }).embed
}

describe('the page of embeds is for staff (docs/decisions/0082)', () => {
  it('is refused where the host says nothing', () => {
    expect(load()).toEqual({
      head: { title: 'Forms and search on other sites', robots: 'noindex' },
      status: 403,
    })
  })

  it('takes its choice from the address, and names languages in themselves', () => {
    expect(shown(INSPECTION)).toMatchObject({
      choice: { show: 'box', language: 'cy' },
      languages: [
        { code: 'en-GB', name: 'British English' },
        { code: 'cy', name: 'Cymraeg' },
      ],
      site: 'https://www.example.org',
      fixed: null,
    })
  })

  it('names the script of the live release with its hash', () => {
    const release = {
      ...INSPECTION.releases[0]!,
      app: 'mfe-search' as const,
      hashes: [{ name: 'web/embed/search.js', value: 'sha384-1' }],
    }
    expect(shown({ ...INSPECTION, releases: [...INSPECTION.releases, release] })?.fixed).toEqual({
      path: '/_mfe/mfe-search/1.2.3-abc/web/embed/search.js',
      integrity: 'sha384-1',
    })
  })
})
