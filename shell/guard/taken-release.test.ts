import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTakenRelease, takeLastLoadedRelease } from './taken-release.server.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'taken-'))
  file = path.join(folder, '1.taken')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const release = { app: 'mfe-search', version: '1.0.0' }
const load = <T>(work: () => Promise<T>) =>
  createTakenRelease(file).during(release.app, release.version, work)

describe('the release that a process has loaded last', () => {
  it('is known while it is loaded, however long that takes, and no other time', async () => {
    let found: unknown
    await load(async () => void (found = takeLastLoadedRelease(file, Date.now() + 3_600_000)))
    expect(found).toEqual({ ...release, phase: 'import' })
    expect(takeLastLoadedRelease(path.join(folder, 'none'))).toBeNull()
  })

  it('is known for 30 s afterwards', async () => {
    await load(() => Promise.resolve())
    expect(takeLastLoadedRelease(file, Date.now() + 29_000)).toEqual({ ...release, phase: 'later' })
    await load(() => Promise.resolve())
    expect(takeLastLoadedRelease(file, Date.now() + 30_001)).toBeNull()
  })

  it('is not the cause of an end once it is refused, or once the process serves', async () => {
    await expect(load(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    expect(existsSync(file)).toBe(false)
    const taken = createTakenRelease(file)
    expect(taken.hasAny()).toBe(false)
    await taken.during(release.app, release.version, () => Promise.resolve())
    expect(taken.hasAny()).toBe(true)
    taken.forget()
    expect(takeLastLoadedRelease(file)).toBeNull()
  })

  it('is loaded all the same where that cannot be written, e.g. to a full disk', async () => {
    const taken = createTakenRelease(path.join(folder, 'none', '1.taken'))
    expect(await taken.during(release.app, release.version, async () => 'loaded')).toBe('loaded')
  })

  it('is not the one before where it cannot be written', async () => {
    await load(() => Promise.resolve())
    const version = {
      toJSON: () => {
        throw new Error('EMFILE')
      },
    } as unknown as string
    await createTakenRelease(file).during(release.app, version, async () => 'loaded')
    expect(takeLastLoadedRelease(file)).toBeNull()
  })

  it('stays known when the process serves while it is loaded', async () => {
    const taken = createTakenRelease(file)
    await taken.during(release.app, release.version, async () => taken.forget())
    expect(takeLastLoadedRelease(file)).toEqual({ ...release, phase: 'later' })
  })
})
