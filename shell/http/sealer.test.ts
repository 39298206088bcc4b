import { randomBytes } from 'node:crypto'
import { createSealer } from './sealer.server.ts'

const secret = randomBytes(32)
const aSealer = (clock = { now: 0 }, secrets: [Uint8Array, ...Uint8Array[]] = [secret]) =>
  createSealer(secrets, () => clock.now)

describe('seals (reference security 1.2)', () => {
  it('opens what it sealed, for the same purpose only', () => {
    const sealer = aSealer()
    const sealed = sealer.seal('reset', { user: 'u1' }, 1_000)
    expect(sealer.open('reset', sealed)).toEqual({ user: 'u1' })
    expect(sealer.open('verify', sealed)).toBeNull()
  })

  it('shows nothing of what it holds, and never the same text twice', () => {
    const sealer = aSealer()
    const [one, two] = [
      sealer.seal('reset', 'jo@post.example', 1_000),
      sealer.seal('reset', 'jo@post.example', 1_000),
    ]
    expect(one).not.toBe(two)
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('jo@post')
  })

  it('refuses every change of a single character', () => {
    const sealer = aSealer()
    const sealed = sealer.seal('reset', 'x', 1_000)
    for (let index = 0; index < sealed.length - 1; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A'
      expect(sealer.open('reset', sealed.slice(0, index) + other + sealed.slice(index + 1))).toBeNull()
    }
  })

  it.each(['', 'x', 'AAAA', '!', null, undefined, 7, {}, 'A'.repeat(5_000), `${'A'.repeat(200)}=`])(
    'refuses %j',
    (text) => {
      expect(aSealer().open('reset', text)).toBeNull()
    },
  )

  it('refuses a seal of another site', () => {
    const foreign = aSealer({ now: 0 }, [randomBytes(32)])
    expect(aSealer().open('reset', foreign.seal('reset', 'x', 1_000))).toBeNull()
  })

  it('refuses a seal that is too old, and forgives a clock that is a little ahead', () => {
    const clock = { now: 0 }
    const sealer = aSealer(clock)
    const sealed = sealer.seal('reset', 'x', 60_000)
    clock.now = 64_999
    expect(sealer.open('reset', sealed)).toBe('x')
    clock.now = 65_000
    expect(sealer.open('reset', sealed)).toBeNull()
  })

  it('opens seals of the secret before, and no more once it is gone', () => {
    const next = randomBytes(32)
    const sealed = aSealer().seal('reset', 'x', 1_000)
    expect(aSealer({ now: 0 }, [next, secret]).open('reset', sealed)).toBe('x')
    expect(aSealer({ now: 0 }, [next]).open('reset', sealed)).toBeNull()
  })
})
