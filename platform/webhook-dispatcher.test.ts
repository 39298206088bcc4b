import { jest } from '@jest/globals'
import { startWebhookDispatcher } from './webhook-dispatcher.ts'
import { createRecordTables } from './records/record-schema.ts'
import { createOutboxWriter, keepMessage } from './records/sqlite-outbox.ts'
import { openWriter } from './repository/connection.ts'
import type { Writer } from './workers/pools.ts'

/** A writer whose first calls of `claim` fail, as they do while an import locks the records. */
function aWriter(failures: number) {
  const claims: number[] = []
  const claim = async () => {
    claims.push(Date.now())
    if (claims.length <= failures) throw new Error('database is locked')
    return { claimed: [], nextDue: null }
  }
  return { claims, writer: { claim } as unknown as Writer }
}

describe('the webhook dispatcher', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('tries again by itself after the records could not be read', async () => {
    const { claims, writer } = aWriter(2)
    const dispatcher = startWebhookDispatcher(writer, () => [])
    await jest.advanceTimersByTimeAsync(5_000)
    expect(claims).toHaveLength(2)
    await jest.advanceTimersByTimeAsync(5_000)
    expect(claims).toHaveLength(3)
    // Nothing is due and nothing failed: it waits for the next change.
    await jest.advanceTimersByTimeAsync(60_000)
    expect(claims).toHaveLength(3)
    await dispatcher.close()
  })

  it('does not try again once it is closed', async () => {
    const { claims, writer } = aWriter(1)
    const dispatcher = startWebhookDispatcher(writer, () => [])
    await dispatcher.close()
    await jest.advanceTimersByTimeAsync(60_000)
    expect(claims).toHaveLength(1)
  })
})

describe('a delivery that waits', () => {
  it('is due at once after the clock was set back, and not before its time otherwise', () => {
    const db = openWriter(':memory:')
    createRecordTables(db)
    const outbox = createOutboxWriter(db)
    const now = Date.now()
    const claim = () => outbox.claim(now).claimed.map(({ id }) => id)
    const created = new Date(now + 3_600_000).toISOString()
    for (const url of ['http://one.example/', 'http://other.example/'])
      keepMessage(db, { kind: 'webhook', created, content: {}, urls: [url] })
    const [one, other] = claim() as [number, number]
    expect(claim()).toEqual([])
    const again = { state: 'waiting', outcome: 'Error: away' } as const
    outbox.settle({ ...again, id: one, due: now + 3_600_000 })
    outbox.settle({ ...again, id: other, due: now + 60 * 24 * 3_600_000 })
    expect(claim()).toEqual([other])
    db.close()
  })
})
