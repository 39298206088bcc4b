import type { BrowserRemote, PageRelease, RemoteName } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { createRemotes, emitQuarantined } from './remotes.client.ts'

const release = (version: string): PageRelease => ({ version, integrity: 'sha384-x' })
const aRemote = (name: RemoteName) =>
  ({ manifest: { name, contract: '^1.1.0' }, lifecycles: () => ({}) }) as unknown as BrowserRemote

function aHost() {
  const host = { loads: 0, isDown: false, now: 0, loaded: [] as string[] }
  const remotes = createRemotes(
    {
      load: async (name) => {
        host.loads += 1
        if (host.isDown) throw new Error('unreachable')
        return aRemote(name)
      },
    },
    (name) => host.loaded.push(name),
    () => host.now,
  )
  return { host, remotes }
}

describe('createRemotes (design 6: the browser obeys the versions of its page)', () => {
  it('loads a remote once for all its slots, and reports it before it is used', async () => {
    const { host, remotes } = aHost()
    const [one, two] = await Promise.all([
      remotes.load('mfe-forms', release('1')),
      remotes.load('mfe-forms', release('1')),
    ])
    expect(one).toBe(two)
    expect(host).toMatchObject({ loads: 1, loaded: ['mfe-forms'] })
  })

  it('does not load a remote again for 15 seconds after a failure', async () => {
    const { host, remotes } = aHost()
    host.isDown = true
    await expect(remotes.load('mfe-forms', release('1'))).rejects.toThrow('unreachable')
    host.isDown = false
    host.now = 14_999
    await expect(remotes.load('mfe-forms', release('1'))).rejects.toMatchObject({
      code: 'client/remote-failed-lately',
    })
    expect(host.loads).toBe(1)
    host.now = 15_000
    await expect(remotes.load('mfe-forms', release('1'))).resolves.toBeDefined()
  })

  it('never mixes two versions of a remote in one document', async () => {
    const { remotes } = aHost()
    await remotes.load('mfe-content', release('1'))
    expect(remotes.fits({ 'mfe-content': release('1'), 'mfe-forms': release('9') })).toBe(true)
    expect(remotes.fits({ 'mfe-content': release('2') })).toBe(false)
    await expect(remotes.load('mfe-content', release('2'))).rejects.toMatchObject({
      code: 'client/other-version',
    })
  })

  it('asks for the release of a remote that it does not know', async () => {
    await expect(aHost().remotes.load('mfe-content', undefined)).rejects.toMatchObject({
      code: 'client/remote-unknown',
    })
  })
})

describe('emitQuarantined (publishes the quarantine on the bus)', () => {
  const listen = (next: Readonly<Record<string, PageRelease>>) => {
    const told: unknown[] = []
    const bus = createBus()
    bus.on('release.quarantined', (event) => told.push(event))
    const shown = { 'mfe-content': release('2'), 'mfe-forms': release('5') }
    emitQuarantined({ releases: shown }, { releases: next }, bus)
    return told
  }
  const instead = (version: string, ...quarantined: string[]) => ({ ...release(version), quarantined })

  it('tells of a release that has made the page and is in quarantine, and of the one in its place', () => {
    expect(listen({ 'mfe-content': instead('1', '3', '2'), 'mfe-forms': release('5') })).toEqual([
      { remote: 'mfe-content', version: '2', live: '1' },
    ])
  })

  it('says nothing of another release that came live, nor of quarantines that this page never saw', () => {
    expect(listen({ 'mfe-content': release('3'), 'mfe-forms': instead('5', '6') })).toEqual([])
    expect(listen({ 'mfe-search': instead('1', '2') })).toEqual([])
  })
})
