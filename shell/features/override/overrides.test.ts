import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Session } from '../../http/session.ts'
import type { Override } from '../../override/overridden.ts'
import { createSealer } from '../../http/sealer.server.ts'
import { createOverrides } from './overrides.server.ts'

const mine: Override = { app: 'mfe-search', origin: 'http://localhost:4001' }
const overrides = createOverrides({
  config: {
    publicUrl: 'http://localhost',
    staffGroups: ['Staff'],
    overrides: { hosts: ['localhost'], origins: [mine.origin], groups: [] },
  },
  sealer: createSealer([randomBytes(32)], Date.now),
  sessions: { failureOf: () => null },
})

const staff = (id: string) =>
  ({ user: { id, groups: [{ id: 'staff', name: 'Staff' }] } }) as unknown as Session

/** The override of a request with a cookie, and the cookie that its answer sets. */
function read(session: Session | null, cookie: string) {
  let answered: unknown
  const request = { headers: { host: 'localhost', cookie }, log: { warn: () => undefined } }
  const reply = { header: (_name: string, value: unknown) => void (answered = value) }
  const shown = overrides.read(
    session,
    request as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
  )
  return { shown, answered }
}

describe('the cookie of an override', () => {
  it('gives rights only to the user who began it, though both may begin one', () => {
    const cookie = overrides.cookie(mine, staff('one')).split(';')[0] ?? ''
    expect(read(staff('one'), cookie)).toEqual({ shown: mine, answered: undefined })
    expect(read(staff('other'), cookie)).toEqual({ shown: undefined, answered: overrides.endCookie })
  })
})
