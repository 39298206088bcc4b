import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAcceptedSet } from './accepted-set.server.ts'

describe('the releases that a shell served last', () => {
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'accepted-'))))
  afterAll(() => rm(folder, { recursive: true }))

  it('are written when they change, and not at each look at the release document', async () => {
    const file = path.join(folder, 'accepted.json')
    const set = createAcceptedSet(file)
    const written = async () => (await stat(file)).ino
    await set.write({ shell: '1' })
    const first = await written()
    await set.write({ shell: '1' })
    expect(await written()).toBe(first)
    await set.write({ shell: '1', 'mfe-forms': '2' })
    expect(await written()).not.toBe(first)
    expect(await createAcceptedSet(file).read()).toEqual({ shell: '1', 'mfe-forms': '2' })
  })
})
