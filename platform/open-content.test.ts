import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareFolder, recordsFile } from './data-folder.ts'
import { readSeed } from './import/read-seed.ts'
import { openContent } from './open-content.ts'
import { openWriter } from './repository/connection.ts'
import { liveContentFile } from './repository/live-content.ts'
import { SEED } from './testing/a-platform.ts'

test('content is read again after a write although no reader is free', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-content-'))
  await prepareFolder(folder, readSeed(SEED), 'keep')
  const paths = { folder, records: recordsFile(folder) }
  let forgotten = 0
  const content = await openContent(paths, { forget: () => void (forgotten += 1) })
  await content.refresh()
  expect(forgotten).toBe(0)
  const records = openWriter(paths.records)
  const db = openWriter(liveContentFile(records, folder) ?? '')
  db.exec("UPDATE setting SET value = CAST(value AS INTEGER) + 1 WHERE name = 'generation'")
  await content.refresh()
  expect(forgotten).toBe(1)
  for (const open of [content, db, records]) open.close()
  rmSync(folder, { recursive: true, force: true })
})
