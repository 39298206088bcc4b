import { DatabaseSync } from 'node:sqlite'
import { createRecordTables } from './record-schema.ts'
import { createRecordReader, createRecordWriter } from './sqlite-records.ts'

const HOUR_MS = 3_600_000

describe('an account that is removed (protocol 1.19)', () => {
  it('takes its sessions with it: whoever comes to have its id is not signed in by them', () => {
    const db = new DatabaseSync(':memory:')
    createRecordTables(db)
    const [read, write] = [createRecordReader(db), createRecordWriter(db)]
    const account = { id: 'one', username: 'o.ne', email: 'one@post.example', password: null, json: '{}' }
    write.addAccount({ ...account } as never)
    write.keepRefresh({
      hash: 'hash-1',
      account: 'one',
      family: 'family-1',
      expires: HOUR_MS,
      now: 0,
      replaces: null,
    })
    expect(read.refresh('hash-1')).toMatchObject({ account: 'one' })
    expect(write.removeAccount('one')).toBe(true)
    expect(read.refresh('hash-1')).toBeNull()
    expect(write.removeAccount('one')).toBe(false)
    db.close()
  })
})
