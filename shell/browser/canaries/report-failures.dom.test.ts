import type { RemoteName } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { reportFailures } from './report-failures.client.ts'

const beacons: (readonly [string, unknown])[] = []
beforeEach(() => {
  beacons.length = 0
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: unknown) => beacons.push([url, body]) > 0,
  })
})

const aBus = () => createBus({ onListenerError: (_name, error) => fail(error) })
const fail = (error: unknown): never => {
  throw error
}
const failure = (remote: RemoteName, code = 'client/mount-failed') => ({
  remote,
  slotId: 'main',
  error: { code, message: 'planted' },
})

describe('what browsers say of a canary', () => {
  it('is that a remote of the page has failed, by its version, once in a document', () => {
    const bus = aBus()
    reportFailures(bus, () => ({ canaries: { 'mfe-search': '2.0.0', 'mfe-forms': '1.0.0' } }))
    for (let time = 0; time < 3; time += 1) bus.emit('remote.failed', failure('mfe-search') as never)
    bus.emit('remote.failed', failure('mfe-forms') as never)
    bus.emit('remote.failed', failure('mfe-content') as never)
    expect(beacons).toEqual([
      ['/_canary', 'mfe-search@2.0.0'],
      ['/_canary', 'mfe-forms@1.0.0'],
    ])
  })

  it('is nothing of a difference that React has mended, and nothing at all while there is no canary', () => {
    const bus = aBus()
    let canaries: Record<string, string> | undefined = { 'mfe-search': '2.0.0' }
    reportFailures(bus, () => ({ ...(canaries && { canaries }) }))
    bus.emit('remote.failed', failure('mfe-search', 'spa/hydration-mismatch') as never)
    canaries = undefined
    bus.emit('remote.failed', failure('mfe-search') as never)
    expect(beacons).toEqual([])
  })
})
