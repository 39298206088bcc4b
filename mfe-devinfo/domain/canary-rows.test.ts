import type { InspectedCanary, InspectedShell } from '@tessera/shared/contract'
import { catalogues } from '../messages/index.ts'
import { canaryRows } from './canary-rows.ts'

const aCanary = (more: Partial<InspectedCanary> = {}): InspectedCanary => ({
  app: 'mfe-search',
  version: '2',
  percent: 10,
  state: 'running',
  why: null,
  canary: { pages: 100, failures: 1 },
  live: { pages: 900, failures: 0 },
  ...more,
})
const aShell = (...canaries: readonly InspectedCanary[]): InspectedShell => ({
  name: 'one',
  seenAt: '2026-01-02T03:00:00.000Z',
  apps: [],
  canaries,
})

describe('the canaries on the version page', () => {
  it('each say how many see them and how often they fail, in all shells together', () => {
    expect(canaryRows([aShell(aCanary()), aShell(aCanary())], catalogues['en-GB'])).toEqual([
      {
        label: 'mfe-search 2',
        value: '10 % of the visitors see it; it failed in 2 of 200 pages; the live release in 0 of 1,800',
        status: 'good',
      },
    ])
  })

  it('are not as expected once a shell shows them no more, which says why', () => {
    const halted = aCanary({ state: 'halted', why: '6 of 20 pages failed' })
    const [row] = canaryRows([aShell(aCanary()), aShell(halted)], catalogues['en-GB'])
    expect(row?.status).toBe('bad')
    expect(row?.value).toMatch(/; halted: 6 of 20 pages failed$/)
    const [refused] = canaryRows([aShell(aCanary({ state: 'refused' }))], catalogues['cy']!)
    expect(refused?.value).toMatch(/; gwrthodwyd: ddim yn hysbys$/)
  })

  it('have no visitors once every shell has stopped them', () => {
    const halted = aCanary({ state: 'halted', why: '6 of 20 pages failed' })
    const [row] = canaryRows([aShell(halted), aShell(halted)], catalogues['en-GB'])
    expect(row?.value).toMatch(/^nobody sees it; it failed in .*; halted: 6 of 20 pages failed$/)
    const [unseen] = canaryRows([aShell(aCanary({ state: 'refused' }))], catalogues['cy']!)
    expect(unseen?.value).toMatch(/^nid oes neb yn ei weld; /)
    const [seen] = canaryRows([aShell(aCanary()), aShell(halted)], catalogues['en-GB'])
    expect(seen?.value).toMatch(/^10 % of the visitors see it; /)
  })

  it('are none without one, and where the host does not say', () => {
    expect(canaryRows([aShell()], catalogues['en-GB'])).toEqual([])
    expect(canaryRows([{ name: 'two', seenAt: '', apps: [] }], catalogues['en-GB'])).toEqual([])
  })
})
