import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeLive } from '../../scripts/release/make-live.ts'
import { aPlatform, until, type TestPlatform } from '@tessera/shared/testing'
import { BREAK_OFF_FLAG } from '../guard/watch-thread.server.ts'
import { aLiveRelease } from '../releases/testing/a-release.ts'
import { aContentRemote } from '../testing/a-shell.ts'

/** Code of each fault. */
const FAULTS = {
  'an endless loop': 'for (;;) {}',
  'a memory bomb': 'const kept = []; for (;;) kept.push(new Array(10000).fill(Math.random()))',
  'process.exit': 'process.exit(3)',
  'a late throw': "setTimeout(() => { throw new Error('late') }, 5)",
  'a rejected promise': "Promise.reject(new Error('rejected'))",
  'a blocking regular expression': "/^(a+)+$/.test('a'.repeat(60) + '!')",
} as const
type Fault = keyof typeof FAULTS
const FAULT_NAMES = Object.keys(FAULTS) as Fault[]
/** They leave the slot as it is: it has been made by then. */
const isLate = (fault: Fault) => fault === 'a late throw' || fault === 'a rejected promise'

const PAGE = '/services/bins-and-recycling'
const APP = 'mfe-account'

let platform: TestPlatform
let folder: string
let shell: ChildProcess
let url: string
const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const lines: Record<string, unknown>[] = []
const releases = () => path.join(folder, 'releases')

beforeAll(async () => {
  platform = await aPlatform()
  folder = mkdtempSync(path.join(tmpdir(), 'faults-'))
  await aLiveRelease(releases(), { app: 'shell', key })
  await aLiveRelease(releases(), { ...aContentRemote(), key })
  await aRelease('1.0.0')
  url = await start()
}, 60_000)
afterAll(async () => {
  shell.kill('SIGKILL')
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A release with a slot on every page, which does its work and what else it is told. */
const aRelease = (
  version: string,
  code: { onLoad?: string; onImport?: string; load?: string; render?: string } = {},
) =>
  aLiveRelease(releases(), {
    app: APP,
    version,
    key,
    manifest: { frameSlots: [{ id: 'header-user', view: 'menu', hydrate: 'never' }] },
    ...code,
    render: `${code.render ?? ''}; return '<nav>version ${version}</nav>'`,
  })

async function start(): Promise<string> {
  const releaseKeyFile = path.join(folder, 'key.pub')
  writeFileSync(releaseKeyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  const config = {
    port: 0,
    host: '127.0.0.1',
    platformUrl: platform.url,
    projectId: 'website',
    accessToken: 'larkmoor-demo-published',
    publicUrl: 'http://localhost',
    dataDir: path.join(folder, 'data'),
    releasesDir: releases(),
    releaseKeyFile,
    warmUpMs: 0,
    pollMs: 50,
    limits: {
      remoteBlockMs: 250,
      pageFreshMs: 0,
      callDeadlineMs: 8_000,
      optionalDeadlineMs: 8_000,
      requestDeadlineMs: 20_000,
      slotDeadlineMs: 1_500,
    },
  }
  shell = spawn(process.execPath, [BREAK_OFF_FLAG, 'shell/start/main.server.ts'], {
    env: { ...process.env, NODE_OPTIONS: '', TESSERA_CONFIG: JSON.stringify(config) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  shell.stdout?.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n').filter(Boolean))
      lines.push(JSON.parse(line) as Record<string, unknown>)
  })
  const [message] = (await once(shell, 'message')) as [{ url: string }]
  return message.url
}

const pageAt = async (search: string) => {
  const answer = await fetch(`${url}${PAGE}?${search}`, { headers: { accept: 'text/html' } })
  return { status: answer.status, body: await answer.text() }
}

const strikesOf = (version: string) =>
  lines.filter((line) => line['msg'] === 'strike against a release' && line['version'] === version)

/** Ask for other pages, twenty a second, until told to stop; the answer has those that were not as they should be. */
function aBurst(): () => Promise<readonly string[]> {
  const asked: Promise<string | null>[] = []
  const timer = setInterval(() => {
    const one = pageAt(`other=${asked.length}`).then(
      ({ status, body }) => (status === 200 && body.includes('Bins and recycling') ? null : `${status}`),
      (error: unknown) => String(error),
    )
    asked.push(one)
  }, 50)
  return async () => {
    clearInterval(timer)
    return (await Promise.all(asked)).filter((problem) => problem !== null)
  }
}

describe('what a remote does wrong costs only itself', () => {
  it.each(
    FAULT_NAMES.flatMap((fault) =>
      (['render', 'load', 'load after an await'] as const).map((phase) => ({ fault, phase })),
    ),
  )(
    '$fault in $phase',
    async ({ fault, phase }) => {
      const version = `1.1.${lines.length}`
      const code = FAULTS[fault]
      await makeLive(releases(), { [APP]: '1.0.0' })
      await aRelease(version, {
        load:
          phase === 'render'
            ? ''
            : `${phase === 'load' ? '' : 'await null;'} if (r.query.faulty) { ${code} } return {}`,
        ...(phase === 'render' && {
          render: `if (p.slotId !== 'fixture' && p.store.getState().routing.location.search.includes('faulty')) { ${code} }`,
        }),
      })
      await until(async () => (await pageAt('')).body.includes(`<nav>version ${version}</nav>`), 15_000)
      const stop = aBurst()
      const answers = [await pageAt('faulty=1'), await pageAt('faulty=2')]
      for (const { status, body } of answers) {
        expect(status).toBe(200)
        expect(body).toContain('Bins and recycling')
        expect(body.includes(`<nav>version ${version}</nav>`)).toBe(isLate(fault))
      }
      await until(async () => (await pageAt('')).body.includes('<nav>version 1.0.0</nav>'))
      expect(await stop()).toEqual([])
      await until(() => strikesOf(version).length > 1) // the log comes through a pipe
      expect(strikesOf(version)).toMatchObject([
        { app: APP, strikes: 1 },
        { app: APP, strikes: 2 },
      ])
      await until(() =>
        lines.some((line) => line['version'] === version && line['code'] === 'release/quarantined'),
      )
    },
    30_000,
  )

  it.each(
    FAULT_NAMES.flatMap((fault) =>
      (['module scope', 'what is imported'] as const).map((phase) => ({ fault, phase })),
    ),
  )(
    '$fault in $phase, of a release that behaves while it is tried',
    async ({ fault, phase }) => {
      const version = `1.3.${lines.length}`
      const code = `if (process.getBuiltinModule('worker_threads').isMainThread) { ${FAULTS[fault]}; ${isLate(fault) ? FAULTS[fault] : ''} }`
      await makeLive(releases(), { [APP]: '1.0.0' })
      const stop = aBurst()
      await aRelease(version, phase === 'module scope' ? { onLoad: code } : { onImport: code })
      await until(() =>
        lines.some((line) => line['version'] === version && line['msg'] === 'release refused'),
      )
      await until(() => strikesOf(version).length > 0)
      expect((await pageAt('')).body).toContain('<nav>version 1.0.0</nav>')
      expect(await stop()).toEqual([])
      // It is not tried again, or was live for a moment and then taken back.
      expect(strikesOf(version)).toHaveLength(isLate(fault) ? 2 : 1)
    },
    30_000,
  )

  it('nothing of a rendering that was broken off is in the next one', async () => {
    // Hooks of React keep their state in the renderer until a component is done.
    const onLoad = `const lib = (name) => Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default[name])[0].lib()
      const Menu = ({ isFaulty }) => {
        const [round, setRound] = lib('react').useState('version')
        // Its second go, which takes up the hooks of the first one.
        if (round === 'again') for (;;) {}
        const [whose] = lib('react').useState(isFaulty ? 'of a stranger' : 'own')
        if (isFaulty) setRound('again')
        return lib('react').createElement('nav', null, round + ' ' + whose)
      }`
    const render = `const isFaulty = p.slotId !== 'fixture' && p.store.getState().routing.location.search.includes('faulty')
      return lib('react-dom/server').renderToStaticMarkup(lib('react').createElement(Menu, { isFaulty }))`
    await aRelease('1.2.0', { onLoad, render })
    await until(async () => (await pageAt('')).body.includes('<nav>version own</nav>'))
    const [broken, next] = await Promise.all([pageAt('faulty'), pageAt('next'), pageAt('and-another')])
    expect(broken?.body).not.toContain('of a stranger')
    expect(next?.body).toContain('<nav>version own</nav>')
    expect((await pageAt('last')).body).toContain('<nav>version own</nav>')
  }, 30_000)
})
