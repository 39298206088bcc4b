import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from './create-platform.ts'
import { prepareFolder, recordsFile, type Reseed } from './data-folder.ts'
import { readSeed } from './import/read-seed.ts'
import { writeSetting } from './records/record-schema.ts'
import { openWriter } from './repository/connection.ts'
import { liveContentFile } from './repository/live-content.ts'
import { SEED } from './testing/a-platform.ts'
import { until } from './testing/until.ts'

describe('content that another version of the platform has stored', () => {
  let folder = ''
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'platform-test-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const data = (): string => join(folder, 'data')

  const liveFile = (): string => {
    const records = openWriter(recordsFile(data()))
    try {
      return liveContentFile(records, data()) ?? ''
    } finally {
      records.close()
    }
  }
  /** A folder whose content came from the fixture's seed, with tables of another version. */
  const anOldFolder = async ({ authored }: { readonly authored: number }): Promise<string> => {
    await prepareFolder(data(), readSeed(SEED), 'keep')
    const db = openWriter(liveFile())
    writeSetting(db, 'schema', '1')
    writeSetting(db, 'authored', String(authored))
    db.close()
    return liveFile()
  }
  const otherSeed = (): string => {
    copyFileSync(SEED, join(folder, 'other.json'))
    return join(folder, 'other.json')
  }

  test.each<Reseed>(['keep', 'when-same-source-changed'])(
    'asked to %s, it is imported again from its own seed',
    async (reseed) => {
      await anOldFolder({ authored: 0 })
      expect((await prepareFolder(data(), readSeed(SEED), reseed)).imported?.entries).toBe(54)
      expect((await prepareFolder(data(), readSeed(SEED), reseed)).imported).toBeNull()
    },
  )

  test('it is not replaced by another seed than its own', async () => {
    const file = await anOldFolder({ authored: 0 })
    for (const reseed of ['keep', 'when-same-source-changed'] as const)
      await expect(prepareFolder(data(), readSeed(otherSeed()), reseed)).rejects.toThrow(
        /another version of the platform.*export.*--seed/,
      )
    expect(liveFile()).toBe(file)
  })

  test('it is not replaced when authors have changed it', async () => {
    const file = await anOldFolder({ authored: 1 })
    await expect(prepareFolder(data(), readSeed(SEED), 'when-same-source-changed')).rejects.toThrow(
      /another version of the platform/,
    )
    expect(liveFile()).toBe(file)
  })

  test('without a seed it is refused', async () => {
    await anOldFolder({ authored: 0 })
    await expect(prepareFolder(data(), null, 'keep')).rejects.toThrow(/another version of the platform/)
  })

  test('with the option to replace all content any seed replaces it, its own included', async () => {
    await anOldFolder({ authored: 1 })
    expect((await prepareFolder(data(), readSeed(SEED), 'when-changed')).imported?.entries).toBe(54)
  })
  test('content that was indexed by other rules is indexed again, once, while the platform serves', async () => {
    await prepareFolder(data(), readSeed(SEED), 'keep')
    const read = (sql: string): number => {
      const db = openWriter(liveFile())
      try {
        return Number(db.prepare(sql).get()?.['n'])
      } finally {
        db.close()
      }
    }
    const [indexed, waiting] = ['SELECT count(*) AS n FROM ft_content', 'SELECT count(*) AS n FROM stale']
    const before = read(indexed)
    expect(before).toBeGreaterThan(0)
    const db = openWriter(liveFile())
    db.exec("DELETE FROM setting WHERE name = 'index'; DELETE FROM ft_content")
    db.close()
    const platform = await createPlatform({ dataDir: data() })
    try {
      await until(() => read(waiting) === 0)
      expect(read(indexed)).toBe(before)
    } finally {
      await platform.close()
    }
    await prepareFolder(data(), null, 'keep')
    expect(read(waiting)).toBe(0)
  })
})
