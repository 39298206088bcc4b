import { until } from '@tessera/shared/testing'
import {
  aRunningSite,
  FAULTY_APP,
  menuOf,
  type FaultyCode,
  type RunningSite,
} from '../testing/a-running-site.ts'

/** The code of each fault. */
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
/** Faults that happen after the slot was rendered, and so do not affect it. */
const isLate = (fault: Fault) => fault === 'a late throw' || fault === 'a rejected promise'

let site: RunningSite
beforeAll(async () => {
  site = await aRunningSite({
    script: 'shell/start/main.server.ts',
    limits: { remoteBlockMs: 250, requestDeadlineMs: 10_000 },
  })
}, 60_000)
afterAll(() => site.stop(), 60_000)

describe('what a remote does wrong costs only itself', () => {
  it.each(
    FAULT_NAMES.flatMap((fault) =>
      (['render', 'load', 'load after an await'] as const).map((phase) => ({ fault, phase })),
    ),
  )(
    '$fault in $phase',
    async ({ fault, phase }) => {
      const version = `1.1.${site.lines.length}`
      const code = FAULTS[fault]
      await site.goBackTo('1.0.0')
      await site.release(version, {
        load:
          phase === 'render'
            ? ''
            : `${phase === 'load' ? '' : 'await null;'} if (r.query.faulty) { ${code} } return {}`,
        ...(phase === 'render' && {
          render: `if (p.slotId !== 'fixture' && p.store.getState().routing.location.search.includes('faulty')) { ${code} }`,
        }),
      })
      await until(async () => (await site.page('')).body.includes(menuOf(version)), 15_000)
      const others = site.burst()
      const answers = [await site.page('faulty=1'), await site.page('faulty=2')]
      for (const { status, body } of answers) {
        expect(status).toBe(200)
        expect(body).toContain('Bins and recycling')
        expect(body.includes(menuOf(version))).toBe(isLate(fault))
      }
      await until(async () => (await site.page('')).body.includes(menuOf('1.0.0')))
      expect(await others.stop()).toEqual([])
      await until(() => site.strikesOf(version).length > 1) // the log comes through a pipe
      expect(site.strikesOf(version)).toMatchObject([
        { app: FAULTY_APP, strikes: 1 },
        { app: FAULTY_APP, strikes: 2 },
      ])
      await until(() => site.quarantinedBy(version).size > 0)
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
      const version = `1.3.${site.lines.length}`
      // In worker threads `process.chdir` is disabled, so this tells the trial from the live process.
      const code = `if (!process.chdir.disabled) { ${FAULTS[fault]}; ${isLate(fault) ? FAULTS[fault] : ''} }`
      await site.goBackTo('1.0.0')
      const others = site.burst()
      await site.release(version, phase === 'module scope' ? { onLoad: code } : { onImport: code })
      await until(() =>
        site.lines.some((line) => line['version'] === version && line['msg'] === 'release refused'),
      )
      await until(() => site.strikesOf(version).length > 0)
      expect((await site.page('')).body).toContain(menuOf('1.0.0'))
      expect(await others.stop()).toEqual([])
      // After one strike it is not tried again; late faults happen twice, while the release is live for a moment.
      expect(site.strikesOf(version)).toHaveLength(isLate(fault) ? 2 : 1)
    },
    30_000,
  )

  it.each<[string, number, FaultyCode]>([
    ['a timer', 200, { load: `if (r.query.faulty) setTimeout(() => { for (;;) {} }, 5); return {}` }],
    ['an immediate', 200, { load: `if (r.query.faulty) setImmediate(() => { for (;;) {} }); return {}` }],
    // Nothing tells that the page waits for the reducer, so the page fails at its deadline.
    [
      'a reducer',
      503,
      {
        slices: `[{ key: 'faulty', reducer: (state = {}, { type }) => { if (type === 'faulty') for (;;) {} return state } }]`,
        load: `return r.query.faulty ? { actions: [{ type: 'faulty' }] } : {}`,
      },
    ],
  ])(
    'an endless loop in %s',
    async (_where, status, code) => {
      const version = `1.4.${site.lines.length}`
      await site.goBackTo('1.0.0')
      await site.release(version, code)
      await until(async () => (await site.page('')).body.includes(menuOf(version)), 15_000)
      const others = site.burst()
      const faulty = [site.page('faulty=1')]
      await until(() => site.strikesOf(version).length === 1)
      faulty.push(site.page('faulty=2'))
      await until(() => site.quarantinedBy(version).size > 0)
      expect((await Promise.all(faulty)).map((page) => page.status)).toEqual([status, status])
      expect(await others.stop()).toEqual([])
    },
    60_000,
  )

  it('nothing of a rendering that was broken off is in the next one', async () => {
    // React's renderer holds the state of hooks until a component has rendered.
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
    await site.release('1.2.0', { onLoad, render })
    await until(async () => (await site.page('')).body.includes('<nav>version own</nav>'))
    const [broken, next] = await Promise.all([
      site.page('faulty'),
      site.page('next'),
      site.page('and-another'),
    ])
    expect(broken?.body).not.toContain('of a stranger')
    expect(next?.body).toContain('<nav>version own</nav>')
    expect((await site.page('last')).body).toContain('<nav>version own</nav>')
  }, 30_000)
})
