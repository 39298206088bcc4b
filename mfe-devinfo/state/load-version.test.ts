import type { LoadRequest, SiteInspection } from '@tessera/shared/contract'
import { INSPECTION } from '../fixtures.ts'
import { catalogues, type VersionMessages } from '../messages/index.ts'
import { devinfoSlice, selectDevinfo } from './devinfo.slice.ts'
import { loadVersion } from './load-version.ts'

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
    expect(selectDevinfo({ devinfo: state }).inspection).toBe(INSPECTION)
    expect(status).toBeUndefined()
  })

  it('is refused where the host says nothing', async () => {
    expect(await load()).toEqual({ head: { title: 'Version information', robots: 'noindex' }, status: 403 })
  })
})
