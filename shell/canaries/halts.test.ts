import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createHalts, type Halt } from './halts.server.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-halts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const aHalt = (version: string, minute = 0): Halt => ({
  app: '@tessera/mfe-content',
  version,
  since: '2026-11-20T10:00:00.000Z',
  at: new Date(Date.UTC(2026, 10, 20, 11, minute)).toISOString(),
  why: 'planted',
})
const versionsOf = (halts: readonly Halt[]) => halts.map(({ version }) => version)

describe('halted canaries of a machine', () => {
  it('are none before the first', async () => {
    expect(await createHalts(path.join(folder, 'none')).read()).toEqual([])
  })

  it('are all known to every process, though several are halted in one moment', async () => {
    const versions = Array.from({ length: 20 }, (_none, at) => `2.0.${at}`)
    await Promise.all(versions.map((version, minute) => createHalts(folder).add(aHalt(version, minute))))
    expect(versionsOf(await createHalts(folder).read())).toEqual(versions.toReversed())
  })

  it('are told once each, as they were halted last', async () => {
    const halts = createHalts(folder)
    await halts.add(aHalt('2.0.0'))
    await halts.add({ ...aHalt('2.0.0', 5), why: 'again' })
    expect(await halts.read()).toEqual([{ ...aHalt('2.0.0', 5), why: 'again' }])
  })

  it('are kept but for the oldest', async () => {
    const halts = createHalts(folder)
    for (let minute = 0; minute < 52; minute += 1) await halts.add(aHalt(`2.0.${minute}`, minute))
    const versions = versionsOf(await halts.read())
    expect([versions.length, versions[0], versions.at(-1)]).toEqual([50, '2.0.51', '2.0.2'])
  })

  it('are read without files that are cut off', async () => {
    const halts = createHalts(folder)
    await halts.add(aHalt('2.0.0'))
    writeFileSync(path.join(folder, 'cut-off.json'), '{"app":')
    expect(versionsOf(await halts.read())).toEqual(['2.0.0'])
  })
})
