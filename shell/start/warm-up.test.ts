import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { warmUp } from './warm-up.server.ts'

describe('a shell before its first visitor (docs/decisions/0030)', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeEach(async () => {
    platform = await aPlatform()
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote()],
      limits: { pageFreshMs: 60_000 },
    })
  })
  afterEach(async () => {
    await shell.close()
    await platform.close()
  })
  const log = () => shell.app.log as unknown as Parameters<typeof warmUp>[0]['log']
  const warm = (maxMs: number) => warmUp({ app: shell.app, config: shell.config, maxMs, log: log() })

  it('makes pages that no cache keeps and no log names', async () => {
    expect(await warm(2_000)).toBeGreaterThan(1)
    expect(shell.caches.store.size).toBe(0)
    expect(shell.lines.filter(({ msg }) => msg === 'request')).toEqual([])
    await shell.get('/')
    expect(shell.lines.filter(({ msg }) => msg === 'request')).toHaveLength(1)
  })

  it('makes none where no time is given', async () => {
    expect(await warm(0)).toBe(0)
  })

  it('goes on to its visitors when the first page fails', async () => {
    const alone = await aShell({ platformUrl: 'http://127.0.0.1:1', remotes: [aContentRemote()] })
    expect(await warmUp({ app: alone.app, config: alone.config, maxMs: 60_000, log: log() })).toBe(0)
    expect((await alone.get('/')).statusCode).toBeGreaterThanOrEqual(500)
    await alone.close()
  })
})
