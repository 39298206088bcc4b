import type { PageSlot } from '@tessera/shared/contract'
import { overrideOrigin } from './dev-address.ts'
import { overrideReleases, overrideSlots, type Override } from './overridden.ts'

const override: Override = { app: 'mfe-search', origin: 'http://localhost:4001' }
const slot = (id: string, remote: PageSlot['remote'], more: Partial<PageSlot> = {}, isLoaded = true) => ({
  slot: { id, remote, view: 'v', hydrate: 'never', props: {}, ...more } as PageSlot,
  remote: isLoaded ? {} : null,
})
const hydrations = (...slots: readonly ReturnType<typeof slot>[]) =>
  overrideSlots(slots, override).map((item) => `${item.slot.id} ${item.slot.hydrate}`)

describe('the slots of an overridden remote', () => {
  it('are made by the browser at once, with what stands in them, and no others', () => {
    expect(
      hydrations(
        slot('main', 'mfe-search'),
        slot('header-user', 'mfe-account', { hydrate: 'idle' }),
        slot('form-1', 'mfe-forms', { parent: 'main' }),
        slot('form-2', 'mfe-forms', { parent: 'form-1' }),
      ),
    ).toEqual(['main load', 'header-user idle', 'form-1 load', 'form-2 load'])
  })

  it('stay as they are where they have no data, or wait for a touch', () => {
    expect(
      hydrations(
        slot('main', 'mfe-search', {}, false),
        slot('header-search', 'mfe-search', { hydrate: 'touch' }),
      ),
    ).toEqual(['main never', 'header-search touch'])
  })

  it('are those of the site without an override', () => {
    const slots = [slot('main', 'mfe-search')]
    expect(overrideSlots(slots, undefined)).toBe(slots)
  })
})

describe('the releases of a page with an override', () => {
  const live = { version: '1', integrity: 'sha384-x', catalogue: 'cy' }

  it('name the machine in place of a version, for that remote alone', () => {
    const releases = overrideReleases({ 'mfe-search': live, 'mfe-forms': live }, override)
    expect(releases['mfe-search']).toEqual({
      version: 'override@http://localhost:4001',
      integrity: '',
      catalogue: 'cy',
    })
    expect(releases['mfe-forms']).toBe(live)
    expect(overrideOrigin(releases['mfe-search']?.version)).toBe(override.origin)
    expect(overrideOrigin(live.version)).toBeNull()
  })

  it('are the live ones on a page without that remote', () => {
    const releases = { 'mfe-forms': live }
    expect(overrideReleases(releases, override)).toBe(releases)
  })
})
