import type { LoadRequest, SiteInspection } from '@tessera/shared/contract'
import { CONTROL, INSPECTION } from '../fixtures.ts'
import { catalogues, type VersionMessages } from '../messages/index.ts'
import { devinfoSlice, selectDevinfo } from './devinfo.slice.ts'
import { loadConfirm, loadVersion } from './load-version.ts'

const load = (inspection?: SiteInspection) =>
  loadVersion({
    slot: { id: 'main', view: 'version', props: {} },
    messages: catalogues['en-GB'],
    ...(inspection && { inspect: () => inspection }),
  } as LoadRequest<VersionMessages>)

describe('the version page is for staff (specification 2)', () => {
  it('takes over what the host says is running', async () => {
    const { actions = [], status } = await load(INSPECTION)
    const state = actions.reduce<unknown>((before, action) => devinfoSlice.reducer(before, action), undefined)
    expect(selectDevinfo({ devinfo: state }).inspection).toEqual(INSPECTION)
    expect(status).toBeUndefined()
  })

  it('is refused where the host says nothing', async () => {
    expect(await load()).toEqual({ head: { title: 'Version information', robots: 'noindex' }, status: 403 })
  })
})

describe('a confirmation is for whom the site lets change what is live (docs/decisions/0084)', () => {
  const confirm = (
    control: SiteInspection['control'],
    query: Record<string, string> = { do: 'promote', release: 'mfe-content@1.3.0' },
  ) =>
    loadConfirm({
      query,
      messages: catalogues['en-GB'],
      inspect: () => ({ ...INSPECTION, control }),
    } as unknown as LoadRequest<VersionMessages>)

  it('carries the number of the release document that it was made from', () => {
    const { actions = [], status } = confirm(CONTROL)
    const state = actions.reduce<unknown>((before, action) => devinfoSlice.reducer(before, action), undefined)
    expect(selectDevinfo({ devinfo: state }).plan).toMatchObject({ name: 'promote', fields: { basis: '3' } })
    expect(status).toBeUndefined()
  })

  it('is refused without the right, without an agent or a record (403), and for a removed release (409)', () => {
    for (const access of ['not-granted', 'no-agent'] as const)
      expect(confirm({ ...CONTROL, access })).toMatchObject({ status: 403 })
    expect(confirm(undefined)).toMatchObject({ status: 403 })
    expect(confirm(CONTROL, { do: 'promote', release: 'mfe-content@1.0.0' })).toMatchObject({ status: 409 })
  })

  it('is shown again with an error where the time cannot be read', () => {
    const query = { do: 'schedule', release: 'mfe-content@1.4.0', at: 'tomorrow' }
    expect(confirm(CONTROL, query)).toMatchObject({
      status: 400,
      head: { title: 'Error: Plan a release' },
      actions: [{ payload: { problem: 'malformed', at: 'tomorrow' } }],
    })
  })
})
