import { DatabaseSync } from 'node:sqlite'
import { createRecordTables } from './record-schema.ts'
import type { NewRefresh, RecordWriter } from './records.ts'
import { createRecordReader, createRecordWriter } from './sqlite-records.ts'

const HOUR_MS = 3_600_000
const NAMES = { id: 'one', username: 'o.ne', email: 'one@post.example' } as const
const ACCOUNT = { ...NAMES, password: 'scrypt$salt$hash', json: JSON.stringify(NAMES) } as const

const aToken = (given: Partial<NewRefresh> = {}): NewRefresh => ({
  hash: 'hash-1',
  account: 'one',
  family: 'family-1',
  expires: HOUR_MS,
  now: 0,
  replaces: null,
  checked: ACCOUNT.password,
  ...given,
})

describe('an account that is removed (protocol 1.19)', () => {
  it('its sessions are removed too: a later account with its id is not signed in by them', () => {
    const db = new DatabaseSync(':memory:')
    createRecordTables(db)
    const [read, write] = [createRecordReader(db), createRecordWriter(db)]
    write.addAccount(ACCOUNT)
    expect(write.keepRefresh(aToken())).toBe(true)
    expect(read.refresh('hash-1')).toMatchObject({ account: 'one' })
    expect(write.removeAccount('one')).toBe(true)
    expect(read.refresh('hash-1')).toBeNull()
    expect(write.removeAccount('one')).toBe(false)
    db.close()
  })
})

describe('a refresh token (protocol 1.19)', () => {
  const now = '2026-01-01T00:00:00Z'
  const ends: [string, (write: RecordWriter) => unknown][] = [
    ['a sign-out', (write) => write.endSession('family-1')],
    [
      'a new password',
      (write) => write.setPassword({ account: 'one', password: 'other', checked: null, now, keeps: null }),
    ],
    ['a suspension', (write) => write.changeAccount({ id: 'one', now, status: { suspended: true } })],
    ['a removal', (write) => write.removeAccount('one')],
  ]

  test.each(ends)('is not stored when %s has ended the session that it would continue', (_name, end) => {
    const db = new DatabaseSync(':memory:')
    createRecordTables(db)
    const [read, write] = [createRecordReader(db), createRecordWriter(db)]
    write.addAccount(ACCOUNT)
    write.keepRefresh(aToken())
    const next = (hash: string) => aToken({ hash, replaces: 'hash-1', checked: null })
    expect(write.keepRefresh(next('hash-2'))).toBe(true)
    end(write)
    expect([write.keepRefresh(next('hash-3')), read.refresh('hash-3')]).toEqual([false, null])
    db.close()
  })

  test.each(ends.slice(1))('is not stored for a sign-in when %s came first', (_name, end) => {
    const db = new DatabaseSync(':memory:')
    createRecordTables(db)
    const [read, write] = [createRecordReader(db), createRecordWriter(db)]
    write.addAccount(ACCOUNT)
    end(write)
    expect([write.keepRefresh(aToken()), read.refresh('hash-1')]).toEqual([false, null])
    db.close()
  })
})

describe('a new password (protocol 1.2, row 24)', () => {
  it('is not stored if the checked password was replaced meanwhile, and no session ends then', () => {
    const db = new DatabaseSync(':memory:')
    createRecordTables(db)
    const [read, write] = [createRecordReader(db), createRecordWriter(db)]
    write.addAccount(ACCOUNT)
    const change = (password: string) =>
      write.setPassword({
        account: 'one',
        password,
        checked: ACCOUNT.password,
        now: '2026-01-01',
        keeps: null,
      })
    expect(change('first')).toBe(true)
    write.keepRefresh(aToken({ checked: 'first' }))
    expect([change('second'), read.account({ by: 'id', value: 'one' })?.password]).toEqual([false, 'first'])
    expect(read.refresh('hash-1')).not.toBeNull()
    db.close()
  })
})
