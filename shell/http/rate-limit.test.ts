import { createMemoryStore, type SharedStore } from '../store/shared-store.server.ts'
import { createRateLimit, formRules, networkOf } from './rate-limit.server.ts'

const FORMS = { requestsPerMinute: 0, postsPerHour: 5, postsPerHourOfAll: 50 }
const aLimit = (store: SharedStore, errors: unknown[] = []) =>
  createRateLimit(store, (error) => errors.push(error), formRules(FORMS))

describe('limits on tries (reference security 1.17)', () => {
  it('counts sign-ins of an address, of an account, and of an account from an address', async () => {
    const limit = aLimit(createMemoryStore())
    const signIn = (address: string, account: string) =>
      limit.countAttempt({ act: 'sign-in', address, account })
    for (let index = 0; index < 10; index += 1) expect(await signIn('192.0.2.1', `user${index}`)).toBeNull()
    expect(await signIn('192.0.2.1', 'one more')).toBeGreaterThan(50)
    for (let index = 0; index < 50; index += 1)
      expect(await signIn(`192.0.2.${100 + index}`, 'jo')).toBeNull()
    expect(await signIn('192.0.2.200', 'JO ')).toBeGreaterThan(800)
  })

  it.each(['sign-in', 'form-post'] as const)(
    'lets nobody use up from one address what all addresses together may try, one by one or at once: %s',
    async (act) => {
      const limit = aLimit(createMemoryStore())
      const attempt = (address: string) => limit.countAttempt({ act, address, account: 'jo' })
      const atOnce = await Promise.all(Array.from({ length: 60 }, () => attempt('192.0.2.1')))
      expect(atOnce.filter((wait) => wait === null)).toHaveLength(5)
      for (let index = 0; index < 60; index += 1) expect(await attempt('192.0.2.1')).toBeGreaterThan(0)
      expect(await attempt('192.0.2.2')).toBeNull()
    },
  )

  it.each(['sign-in', 'reset', 'resend', 'change-password'] as const)(
    'counts nothing against an account while the address may not try anything: %s',
    async (act) => {
      const keys = new Set<string>()
      const store = createMemoryStore()
      const limit = aLimit({ ...store, count: (key, ms) => (keys.add(key), store.count(key, ms)) })
      const attempt = (address: string, account: string) => limit.countAttempt({ act, address, account })
      for (let index = 0; index < 10; index += 1)
        expect(await attempt('192.0.2.1', `user${index}`)).toBeNull()
      const before = keys.size
      for (let index = 0; index < 60; index += 1)
        expect(await attempt('192.0.2.1', index % 2 ? 'jo' : `other${index}`)).toBeGreaterThan(0)
      expect(keys.size).toBe(before)
      expect(await attempt('192.0.2.2', 'jo')).toBeNull()
    },
  )

  it('forgets what was counted against an account from an address once the password was right', async () => {
    const limit = aLimit(createMemoryStore())
    const attempt = { act: 'sign-in', address: '192.0.2.1', account: 'jo' } as const
    for (let index = 0; index < 5; index += 1) expect(await limit.countAttempt(attempt)).toBeNull()
    await limit.reset(attempt)
    expect(await limit.countAttempt(attempt)).toBeNull()
  })

  it('holds across processes that share a store', async () => {
    const store = createMemoryStore()
    const [one, two] = [aLimit(store), aLimit(store)]
    for (let index = 0; index < 3; index += 1)
      expect(
        await (index % 2 ? one : two).countAttempt({
          act: 'reset',
          address: `192.0.2.${index}`,
          account: 'a@b.example',
        }),
      ).toBeNull()
    expect(
      await one.countAttempt({ act: 'reset', address: '192.0.2.9', account: 'a@b.example' }),
    ).toBeGreaterThan(0)
  })

  it('puts no name of a person into the store', async () => {
    const keys: string[] = []
    const store = {
      ...createMemoryStore(),
      count: (key: string) => (keys.push(key), Promise.resolve({ count: 1, remainingMs: 1 })),
    }
    await aLimit(store).countAttempt({ act: 'sign-in', address: '192.0.2.1', account: 'jo@post.example' })
    expect(keys).toHaveLength(3)
    expect(keys.join()).not.toContain('jo@')
  })

  it('lets requests through, and logs that, when the store is unreachable', async () => {
    const errors: unknown[] = []
    const store = { ...createMemoryStore(), count: () => Promise.reject(new Error('gone')) }
    expect(
      await aLimit(store, errors).countAttempt({ act: 'sign-in', address: '192.0.2.1', account: 'jo' }),
    ).toBeNull()
    expect(errors).toHaveLength(1)
  })

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['8.8.8.8:1234', '8.8.8.8'],
    ['::FFFF:808:808', '8.8.8.8'],
    ['0:0:0:0:0:ffff:0808:0808', '8.8.8.8'],
    ['[::ffff:8.8.8.8]:443', '8.8.8.8'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['8.8.8.8:x', 'unknown'],
    ['me', 'unknown'],
    ['', 'unknown'],
  ])('takes %s for the subscriber %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
