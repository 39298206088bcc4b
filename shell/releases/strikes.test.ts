import { createMemoryStore } from '../store/shared-store.server.ts'
import {
  createQuarantines,
  readQuarantine,
  readSuspect,
  recordStrike,
  type Strike,
} from './strikes.server.ts'

const TEN_MINUTES_MS = 600_000
let clock: number
beforeEach(() => {
  clock = 1_000
})

const aStore = () => createMemoryStore({ now: () => clock })
const strike: Strike = { app: 'mfe-search', version: '1.1.0', phase: 'render', reason: 'it did not end' }

describe('strikes against a release', () => {
  it('put it into quarantine by the second one within ten minutes, for every process', async () => {
    const store = aStore()
    expect(await recordStrike(store, strike)).toEqual({ count: 1, quarantine: null })
    expect(await readQuarantine(store, 'mfe-search', '1.1.0')).toBeNull()
    clock += TEN_MINUTES_MS - 1
    const { count, quarantine } = await recordStrike(store, { ...strike, phase: 'load' }, () => 77)
    expect(count).toBe(2)
    expect(quarantine).toEqual({ ...strike, phase: 'load', since: 77 })
    expect(await readQuarantine(store, 'mfe-search', '1.1.0')).toEqual(quarantine)
  })

  it('are forgotten after ten minutes', async () => {
    const store = aStore()
    await recordStrike(store, strike)
    clock += TEN_MINUTES_MS + 1
    expect(await recordStrike(store, strike)).toEqual({ count: 1, quarantine: null })
    expect(await readQuarantine(store, 'mfe-search', '1.1.0')).toBeNull()
  })

  it('count for one version of one app', async () => {
    const store = aStore()
    await recordStrike(store, strike)
    expect((await recordStrike(store, { ...strike, version: '1.2.0' })).quarantine).toBeNull()
    expect((await recordStrike(store, { ...strike, app: 'mfe-forms' })).quarantine).toBeNull()
  })

  it('are looked up for the ten releases before it only, however many a document names', async () => {
    const store = aStore()
    const asked: string[] = []
    const counted = {
      get: (key: string) => {
        asked.push(key)
        return store.get(key)
      },
    }
    for (const version of ['1.1.0', '0.9.0'])
      for (let count = 0; count < 2; count += 1) await recordStrike(store, { ...strike, version })
    const previous = Array.from({ length: 30 }, (_, index) => `0.${9 - index}.0`.replace('-', 'x'))
    const found = await createQuarantines(counted).find(strike.app, { live: '1.1.0', previous })
    expect(found?.quarantined).toEqual(['1.1.0', '0.9.0'])
    expect(found?.earlier).toEqual(previous.slice(1, 10))
    expect(asked).toHaveLength(11)
  })

  it('leave a known quarantine in force while the store is away, as long as the release is named', async () => {
    const store = aStore()
    for (let count = 0; count < 2; count += 1) await recordStrike(store, strike)
    let isAway = false
    const quarantines = createQuarantines({ get: (key) => (isAway ? Promise.resolve(null) : store.get(key)) })
    const find = (live: string, ...previous: string[]) => quarantines.find(strike.app, { live, previous })
    expect(await find('1.1.0')).not.toBeNull()
    isAway = true
    await quarantines.find('mfe-forms', { live: '1.0.0', previous: [] })
    await find('1.2.0', '1.1.0')
    expect(await find('1.1.0', '1.0.0')).not.toBeNull()
    await find('1.2.0')
    expect(await find('1.1.0')).toBeNull()
  })

  it('leave a quarantine that naming the release again lifts, even with a date in the future', async () => {
    const store = aStore()
    const quarantines = createQuarantines(store, () => clock)
    const releasedAt = new Date(clock + 100 * TEN_MINUTES_MS).toISOString()
    const find = (at: string) => quarantines.find(strike.app, { live: '1.1.0', previous: [], releasedAt: at })
    expect(await find(releasedAt)).toBeNull()
    clock += 1
    for (let count = 0; count < 2; count += 1) await recordStrike(store, strike, () => clock)
    clock += 1
    expect(await find(releasedAt)).not.toBeNull()
    expect(await find(new Date(clock).toISOString())).toBeNull()
  })

  it('leave a quarantine that outlives them', async () => {
    const store = aStore()
    await recordStrike(store, strike)
    await recordStrike(store, strike)
    clock += 100 * TEN_MINUTES_MS
    expect(await readQuarantine(store, 'mfe-search', '1.1.0')).not.toBeNull()
  })
})

describe('what a shell process leaves about itself when it stands still', () => {
  it('names release and phase, and says nothing when it cannot be read', () => {
    expect(readSuspect('{"app":"mfe-search","version":"1.1.0","phase":"render"}')).toEqual({
      app: 'mfe-search',
      version: '1.1.0',
      phase: 'render',
    })
    expect(readSuspect('{"app":"mfe-se')).toBeNull()
    expect(readSuspect('{"app":1}')).toBeNull()
  })
})
