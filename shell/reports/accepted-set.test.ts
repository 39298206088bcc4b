import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { NO_TRUST, signTrust } from '../release-document/trust.server.ts'
import { createAcceptedSet } from './accepted-set.server.ts'

describe('the releases that a shell served last', () => {
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'accepted-'))))
  afterAll(() => rm(folder, { recursive: true }))

  it('are written when they change, and not at each look at the release document', async () => {
    const file = path.join(folder, 'accepted.json')
    const set = createAcceptedSet(file)
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
    expect(await createAcceptedSet(`${file}.old`).read()).toEqual({ ...before, sequence: 0, digest: null })
    expect(await createAcceptedSet(file).read()).toEqual(after)
  })
})
