import { CONTROL, INSPECTION } from '../fixtures.ts'
import { planAction } from './plan-action.ts'

const plan = (query: Readonly<Record<string, string>>, more: Partial<typeof CONTROL> = {}) =>
  planAction(query, { ...CONTROL, ...more }, INSPECTION)
const FROZEN = { frozen: { at: '', by: '', why: '' } }

describe('what an action will change, before it is confirmed', () => {
  it('says what everybody will see, and names the document that was looked at', () => {
    expect(plan({ do: 'promote', release: 'mfe-content@1.3.0' })).toEqual({
      name: 'promote',
      fields: { do: 'promote', app: 'mfe-content', version: '1.3.0', basis: '3' },
      changes: [{ app: 'mfe-content', now: '1.2.3-abc', then: '1.3.0' }],
      ends: [{ app: 'mfe-content', version: '1.4.0' }],
      at: null,
      replaces: null,
      moment: null,
    })
    expect(plan({ do: 'back', release: 'mfe-content@1.2.2-abc' })).toMatchObject({
      changes: [{ then: '1.2.2-abc' }],
      ends: [{ version: '1.3.0' }, { version: '1.4.0' }],
    })
    expect(plan({ do: 'halt', release: 'mfe-content@1.3.0' })).toMatchObject({ changes: [], ends: [] })
    expect(plan({ do: 'unschedule', release: 'mfe-content@1.4.0' })).toMatchObject({ changes: [] })
  })

  it('of the whole site follows the record to a number or a moment in UTC, and posts the number', () => {
    expect(plan({ do: 'site', to: '1' })).toMatchObject({
      fields: { do: 'site', to: '1', basis: '3' },
      changes: [
        { app: 'mfe-content', now: '1.2.3-abc', then: '1.2.2-abc' },
        { app: 'mfe-search', now: '5.1.0', then: '5.0.0' },
      ],
      moment: { number: 1, at: '2026-01-01T01:00:00.000Z' },
    })
    for (const at of ['2026-01-01T02:59', '2026-01-01T02:59:00Z', '2026-01-01T03:59:00+01:00'])
      expect(plan({ do: 'site', at })).toMatchObject({ fields: { to: '2' } })
    expect(plan({ do: 'site', at: '2026-01-01T00:59' })).toBe('unknownMoment')
    expect(plan({ do: 'site', at: 'yesterday' })).toBe('unknownMoment')
    expect(plan({ do: 'site', to: '3' })).toBe('nothing')
  })

  it.each<Readonly<Record<string, string>>>([
    { do: 'release', release: 'mfe-content@1.3.0' },
    { do: 'promote', release: 'mfe-content@1.4.0' },
    { do: 'promote' },
    { do: 'halt', release: 'mfe-search@5.0.0' },
    { do: 'unschedule', release: 'mfe-content@1.3.0' },
    { do: 'back', release: 'mfe-content@1.3.0' },
    { do: 'back', release: 'mfe-content@1.2.3-abc' },
    { do: 'back', release: 'mfe-account@1.0.0' },
    { do: 'unfreeze' },
    { do: 'schedule', release: 'mfe-content@1.2.2-abc', at: '2026-02-02T06:00' },
    { do: 'schedule', release: 'mfe-nothing@1.4.0', at: '2026-02-02T06:00' },
  ])('is nothing for what the document does not offer: %j', (query) => {
    expect(plan(query)).toBe('gone')
  })

  it('cannot promote a canary that a shell has halted, only halt it permanently', () => {
    const counts = { canary: { pages: 20, failures: 6 }, live: { pages: 20, failures: 0 } }
    const shells = (['running', 'halted'] as const).map((state) => ({
      name: state,
      seenAt: '',
      apps: [],
      canaries: [{ app: 'mfe-content', version: '1.3.0', percent: 10, state, why: null, ...counts }],
    }))
    const planned = (action: string, seen: typeof shells) =>
      planAction({ do: action, release: 'mfe-content@1.3.0' }, CONTROL, { ...INSPECTION, shells: seen })
    expect(planned('promote', shells.slice(0, 1))).toMatchObject({ name: 'promote' })
    expect(planned('promote', shells)).toBe('gone')
    expect(planned('halt', shells)).toMatchObject({ name: 'halt' })
  })

  it('of a candidate for a time says when, in UTC, and whose place it takes', () => {
    const release = 'mfe-content@1.3.0'
    expect(plan({ do: 'schedule', release, at: '2026-07-01T06:00' })).toEqual({
      name: 'schedule',
      fields: {
        do: 'schedule',
        app: 'mfe-content',
        version: '1.3.0',
        at: '2026-07-01T05:00:00.000Z',
        basis: '3',
      },
      changes: [{ app: 'mfe-content', now: '1.2.3-abc', then: '1.3.0' }],
      ends: [],
      at: '2026-07-01T05:00:00.000Z',
      replaces: { app: 'mfe-content', version: '1.4.0', at: '2026-02-01T06:00:00.000Z' },
      moment: null,
    })
    expect(plan({ do: 'schedule', release: 'mfe-content@1.4.0', at: '2026-07-01T06:00' })).toMatchObject({
      ends: [{ version: '1.3.0' }],
    })
    expect(plan({ do: 'schedule', release, at: '2025-12-31T06:00' })).toEqual({
      problem: 'over',
      release,
      at: '2025-12-31T06:00',
      plannable: [{ app: 'mfe-content', versions: ['1.4.0', '1.3.0'] }],
    })
    expect(plan({ do: 'schedule', release, at: '2026-07-01T06:00' }, FROZEN)).toBe('gone')
  })

  it('freezes what is not frozen, and the other way round', () => {
    expect(plan({ do: 'freeze' })).toMatchObject({ fields: { do: 'freeze', basis: '3' } })
    expect(plan({ do: 'freeze' }, FROZEN)).toBe('gone')
    expect(plan({ do: 'unfreeze' }, FROZEN)).toMatchObject({ name: 'unfreeze' })
  })
})
