import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { readReports, REPORTS_FOLDER } from './shell-report.server.ts'

const MINUTE_MS = 60_000
let store: string
let reports: string
beforeEach(() => {
  store = mkdtempSync(path.join(tmpdir(), 'reports-'))
  reports = path.join(store, REPORTS_FOLDER)
  mkdirSync(reports)
})
afterEach(() => rmSync(store, { recursive: true, force: true }))

/** Writes the report of a process whose machine has a clock that differs by so much. */
function aReport(host: string, clockMs: number): string {
  const file = path.join(reports, `${host}-1.json`)
  const seenAt = new Date(Date.now() + clockMs).toISOString()
  const report = { schema: 1, host, pid: 1, url: 'https://site.example', seenAt, document: null, apps: {} }
  writeFileSync(file, JSON.stringify(report))
  return file
}
const hosts = async () => (await readReports(releaseStorage(store))).map(({ host }) => host).toSorted()

describe('the reports of the shells of a site', () => {
  it('are those that are still updated, whatever the clocks of their machines say', async () => {
    aReport('slow', -MINUTE_MS)
    aReport('fast', MINUTE_MS)
    const writtenAt = (Date.now() - MINUTE_MS) / 1_000
    utimesSync(aReport('gone', MINUTE_MS), writtenAt, writtenAt)
    expect(await hosts()).toEqual(['fast', 'slow'])
    expect(readdirSync(reports).toSorted()).toEqual(['fast-1.json', 'slow-1.json'])
  })

  it('are all returned except those that cannot be read', async () => {
    aReport('whole', 0)
    writeFileSync(path.join(reports, 'cut-off-1.json'), '{"schema":1,')
    writeFileSync(path.join(reports, 'later-1.json'), '{"schema":2}')
    expect(await hosts()).toEqual(['whole'])
  })
})
