import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { NO_TRUST, signTrust } from '../release-document/trust.server.ts'
import { recordStrike } from '../releases/strikes.server.ts'
import { createMemoryStore } from '../store/shared-store.server.ts'
import { createAcceptedSet, discardRemotes, withoutQuarantined } from './accepted-set.server.ts'

const aSet = (file: string) => createAcceptedSet(file, () => undefined)

describe('the releases that a shell served last', () => {
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'accepted-'))))
  afterAll(() => rm(folder, { recursive: true }))

  it('are written when they change, and not at each look at the release document', async () => {
    const file = path.join(folder, 'accepted.json')
    const set = aSet(file)
    const written = async () => (await stat(file)).ino
    const before = { apps: { shell: '1' }, sequence: 7, digest: 'a' }
    await set.write(before)
    const first = await written()
    await set.write(before)
    expect(await written()).toBe(first)
    const trust = signTrust(NO_TRUST, generateKeyPairSync('ed25519').privateKey)
    const after = { apps: { shell: '1', 'mfe-forms': '2' }, sequence: 8, digest: 'b', trust }
    await set.write(after)
    expect(await written()).not.toBe(first)
    await writeFile(`${file}.old`, JSON.stringify({ schema: 1, apps: before.apps }))
    expect(await aSet(`${file}.old`).read()).toEqual({ ...before, sequence: 0, digest: null })
    expect(await aSet(file).read()).toEqual(after)
  })

  it('exclude those in quarantine', async () => {
    const store = createMemoryStore()
    const set = aSet(path.join(folder, 'sound.json'))
    await set.write({ apps: { shell: '1', 'mfe-forms': '2', 'mfe-search': '3' }, sequence: 1, digest: null })
    const strike = { app: 'mfe-forms', version: '2', phase: 'import', reason: 'exit code 1' }
    for (let count = 0; count < 2; count += 1) await recordStrike(store, strike)
    const { apps } = await withoutQuarantined(set, store).read()
    expect(apps).toEqual({ shell: '1', 'mfe-search': '3' })
    await store.close()
  })

  it('are discarded once after a failed start, while what is known of documents is kept', async () => {
    const file = path.join(folder, 'failed.json')
    const kept = { sequence: 7, digest: 'a' }
    const served = { ...kept, apps: { shell: '1', 'mfe-forms': '2' } }
    await aSet(file).write(served)
    expect(await discardRemotes(aSet(file), served)).toBe(true)
    const rest = await aSet(file).read()
    expect(rest).toEqual({ ...kept, apps: { shell: '1' } })
    await aSet(file).write(served) // as a start does that follows the document
    expect(await discardRemotes(aSet(file), rest)).toBe(false)
    expect(await aSet(file).read()).toEqual(rest)
  })

  it('are retried until they can be written, which is logged once, as is the success', async () => {
    const file = path.join(folder, 'blocked.json')
    await mkdir(file)
    const said: (string | null)[] = []
    const set = createAcceptedSet(file, (failure) => said.push(failure && failure.code))
    for (const sequence of [1, 2, 3]) await set.write({ apps: { shell: '1' }, sequence, digest: 'a' })
    expect(said).toEqual(['app/unexpected'])
    await rm(file, { recursive: true })
    const after = { apps: { shell: '1' }, sequence: 3, digest: 'a' }
    for (let look = 0; look < 3; look += 1) await set.write(after)
    expect(said).toEqual(['app/unexpected', null])
    expect(await aSet(file).read()).toEqual(after)
  })
})
