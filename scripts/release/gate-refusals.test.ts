import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keyText } from '../../shell/release-document/trust.server.ts'
import {
  aLiveRelease,
  aRelease,
  aSigner,
  type ReleaseOptions,
} from '../../shell/releases/testing/a-release.ts'
import { addKey } from './change-trust.ts'
import { passGate } from './gate.ts'
import { describeRefusal, ReleaseRefused } from './release-refused.ts'
import { tryBuild } from './try-build.ts'

const key = generateKeyPairSync('ed25519').privateKey
const app = 'mfe-search'
const page = { view: 'page', hydrate: 'never' } as const
let folder: string
let releases: string

/** A site with an account remote, with which search must be compatible, and a content remote, which uses a view of search. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gate-'))
  releases = path.join(folder, 'store')
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, {
    app: 'mfe-account',
    version: '3.1.0',
    key,
    manifest: {
      staticRoutes: [{ path: '/account/login', ...page }],
      contentTypes: [{ contentTypeId: 'member', ...page }],
      frameSlots: [{ id: 'header-user', ...page }],
      stateKeys: ['account'],
      sharedState: { 'account.name': 'string?' },
    },
    embed: { name: 'login', code: 'export {}' },
  })
  await aLiveRelease(releases, {
    app: 'mfe-content',
    version: '4.0.0',
    key,
    manifest: {
      placedViews: [{ remote: app, view: 'listing' }],
      readState: { [app]: { 'search.term': 'string' } },
    },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sliceOf = (state: string) => `[{ key: 'search', reducer: (state = ${state}) => state }]`
const sound: Omit<ReleaseOptions, 'key'> = {
  app,
  version: '2.0.0',
  contract: '^1.12.0',
  manifest: {
    staticRoutes: [{ path: '/search', ...page }],
    nestedViews: [{ view: 'listing', hydrate: 'never' }],
    stateKeys: ['search'],
    sharedState: { 'search.term': 'string' },
  },
  slices: sliceOf(`{ term: '' }`),
  fixtures: `['page', 'listing'].map((view) => ({ view, props: {}, state: {}, expect: 'version' }))`,
}
const manifestWith = (more: ReleaseOptions['manifest']) => ({ manifest: { ...sound.manifest, ...more } })

let built = 0
/** The gate's refusal of a build with a single fault; `change` may change its files. */
async function refusal(
  broken: Partial<ReleaseOptions>,
  { deadlineMs, change }: { readonly deadlineMs?: number; readonly change?: (place: string) => void } = {},
): Promise<string> {
  built += 1
  const place = aRelease(path.join(folder, `build-${built}`), { ...sound, ...broken, key })
  change?.(place)
  const said = await passGate({ app, folder: place, releases, ...(deadlineMs && { deadlineMs }) }).catch(
    (error: unknown) => error,
  )
  if (!(said instanceof ReleaseRefused)) return 'it passed'
  return describeRefusal(said.facts, { app, version: '2.0.0', live: '1.0.0' })
}

const write = (file: string, text: string) => (place: string) => {
  mkdirSync(path.dirname(path.join(place, file)), { recursive: true })
  writeFileSync(path.join(place, file), text)
}
/** Text that does not compress. */
const noise = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 11) }, () => Math.random().toString(36).slice(2, 13)).join('')

describe('the gate of a release', () => {
  it('lets a sound build pass, and says what its manifest is', async () => {
    expect(await refusal({})).toBe('it passed')
  })

  it('says which release is refused and what stays live, why, where and what to do', async () => {
    const said = await refusal({ render: "throw new TypeError('nothing to show')" })
    expect(said.split('\n')).toEqual(
      expect.arrayContaining([
        'mfe-search 2.0.0 is not released; 1.0.0 stays live.',
        'Why: A release does not render its own fixture. (release/fixture-failed)',
        '  view: page',
        '  TypeError: nothing to show',
        expect.stringMatching(/^ {2}at Object\.render .*2\.0\.0\/node\/remoteEntry\.js:\d+:\d+/),
        'What to do: Render the view of that fixture in a test of the remote, and mend what it throws.',
      ]),
    )
  })

  it.each<[string, Partial<ReleaseOptions>, readonly string[]]>([
    ['throws when its modules are evaluated', { onLoad: 'null.x' }, ['release/not-loadable', 'TypeError']],
    ['throws when it is imported', { onImport: 'null.x' }, ['release/not-loadable', 'TypeError']],
    ['exports no remote', { onImport: 'return {}' }, ['release/not-loadable', './ssr exports no remote']],
    [
      'renders nothing of what its fixture expects',
      { render: "return ''" },
      ['view: page', 'the markup lacks "version"'],
    ],
    [
      'fails in one view of several',
      { render: "if (p.view === 'listing') throw new Error('no list'); return 'version'" },
      ['view: listing', 'no list'],
    ],
    [
      'names a view in its routes that nobody renders',
      manifestWith({ staticRoutes: [{ path: '/search', view: 'results', hydrate: 'never' }] }),
      ['no fixture shows the view "results", which is named by the route "/search"'],
    ],
    [
      'names a view in its content types that nobody renders',
      manifestWith({ contentTypes: [{ contentTypeId: 'newsArticle', view: 'newz', hydrate: 'never' }] }),
      ['no fixture shows the view "newz", which is named by the content type "newsArticle"'],
    ],
    [
      'names a view in a slot of the frame that nobody renders',
      manifestWith({ frameSlots: [{ id: 'header-search', view: 'box', hydrate: 'never' }] }),
      ['no fixture shows the view "box", which is named by the slot "header-search" of the frame'],
    ],
    [
      'has a fixture that proves nothing',
      { fixtures: `['page', 'listing'].map((view) => ({ view, props: {}, state: {}, expect: '' }))` },
      ['a fixture of the view "page" expects no text'],
    ],
    ['has no fixture', { fixtures: '[]' }, ['it has no fixture']],
    [
      'shows a picture that says nothing to whoever does not see it',
      { render: `return p.view + ' of a version <img src="/map.png">'` },
      [
        'Why: The markup of its fixtures is not accessible.',
        'view: page: image-alt: Images must have alternative text: <img src="/map.png">',
        'view: listing: image-alt: ',
        'What to do: Mend the elements that are named',
      ],
    ],
    [
      'has a field without a label in one view of several',
      { render: `return 'version' + (p.view === 'listing' ? '<input name="q">' : '')` },
      ['view: listing: label: Form elements must have labels: <input name="q">'],
    ],
    [
      'has renamed a view that another remote places',
      {
        ...manifestWith({ nestedViews: [{ view: 'list', hydrate: 'never' }] }),
        fixtures: `['page', 'list'].map((view) => ({ view, props: {}, state: {}, expect: 'version' }))`,
      },
      ['its nested views lack "listing", which mfe-content places', 'live now: mfe-content 4.0.0'],
    ],
    [
      'places a view that no live remote has',
      manifestWith({ placedViews: [{ remote: 'mfe-account', view: 'badge' }] }),
      ['it places the view "badge" of mfe-account, which no live release has'],
    ],
    [
      'no longer shares what another remote reads of its state',
      manifestWith({ sharedState: {} }),
      ['mfe-content reads "search.term", which mfe-search does not share', 'live now: mfe-content 4.0.0'],
    ],
    [
      'reads state that no live remote shares so',
      manifestWith({ readState: { 'mfe-account': { 'account.name': 'string', 'account.age': 'number' } } }),
      [
        'mfe-search reads "account.name" as string, which mfe-account shares as string?',
        'mfe-search reads "account.age", which mfe-account does not share',
        'live now: mfe-account 3.1.0',
      ],
    ],
    [
      'reads more of it than it says',
      {
        ...manifestWith({ readState: { 'mfe-account': { 'account.name': 'string?' } } }),
        fixtures: `['page', 'listing'].map((view) => ({ view, props: {}, state: { account: { name: 'A', email: 'a@b.c' } }, expect: 'version' }))`,
        render: "const { name, email } = p.store.getState().account; return 'version' + name + email",
      },
      ['it reads "account.email" of the state, which its manifest does not say'],
    ],
    [
      'has a state that does not reach a browser',
      { slices: sliceOf(`{ term: '', seen: new Map() }`) },
      ['its state has a Map at "search.seen", which does not reach a browser'],
    ],
    [
      'claims a route of another remote',
      manifestWith({ staticRoutes: [{ path: '/account/login', ...page }] }),
      [
        'the route "/account/login" collides with the route "/account/login" of mfe-account',
        'live now: mfe-account 3.1.0',
      ],
    ],
    [
      'claims a content type of another remote',
      manifestWith({ contentTypes: [{ contentTypeId: 'member', ...page }] }),
      ['the content type "member" collides with the content type "member" of mfe-account'],
    ],
    [
      'claims a state key of another remote',
      manifestWith({ stateKeys: ['search', 'account'] }),
      ['the state key "account" collides with the state key "account" of mfe-account'],
    ],
    [
      'claims a slot of the frame of another remote',
      manifestWith({ frameSlots: [{ id: 'header-user', ...page }] }),
      ['the slot "header-user" of the frame collides'],
    ],
    [
      'has an embed of the name of one of another remote',
      { embed: { name: 'login', code: 'export {}' } },
      ['the embed "login" collides with the embed "login" of mfe-account', 'live now: mfe-account 3.1.0'],
    ],
    [
      'has a slice that its manifest does not declare',
      { slices: `[{ key: 'basket', reducer: (state = {}) => state }]` },
      ['its slice "basket" is not among its state keys'],
    ],
    [
      'injects a state key that is not its own',
      manifestWith({ staticRoutes: [{ path: '/search', ...page, injectRedux: ['account'] }] }),
      ['injects "account", which is not among the remote\'s state keys'],
    ],
    [
      "claims a key of the shell's",
      manifestWith({ stateKeys: ['routing'] }),
      ['the state key "routing" belongs to the shell'],
    ],
    [
      'names an entry mapper that it does not have',
      manifestWith({ contentTypes: [{ contentTypeId: 'news', ...page, entryMapper: 'news' }] }),
      ['names the entry mapper "news", which the remote does not have'],
    ],
    [
      'was built for another contract',
      { contract: '^2.0.0' },
      ['release/contract-mismatch', 'it was built for ^2.0.0 of the contract, and 1.'],
    ],
    [
      'ends the process when it is loaded',
      { onLoad: 'process.exit(0)' },
      ['it called process.exit', 'remoteEntry.js'],
    ],
    [
      'ends the process and catches what it gets for it',
      { onLoad: 'try { process.exit(0) } catch {}' },
      ['it called process.exit', 'remoteEntry.js'],
    ],
    [
      'ends the process where nobody can refuse it',
      {
        onLoad: "setTimeout(process.emit.bind(process), 0, 'disconnect')", // nothing of the release is on the stack when it ends
      },
      ['it ended its process (exit code 1) while '],
    ],
    [
      'ends the process by a function that Node keeps to itself',
      { onLoad: 'process._kill(process.pid, 9)' },
      ['it called process._kill', 'remoteEntry.js'],
    ],
    [
      'gives every object a property',
      { onLoad: 'Object.prototype.isBlank = function () { return this.length === 0 }' },
      [
        'Why: A release changes global variables or built-in objects, which all other code uses too. (release/changes-globals)',
        '  it changes Object.prototype.isBlank',
        'What to do: Keep it in a module of the remote',
      ],
    ],
    [
      'changes built-ins so that nothing goes on',
      { onLoad: 'Date.now = () => 0; JSON.parse = () => ({})' },
      ['it changes Date.now', 'it changes JSON.parse'],
    ],
    [
      'changes built-ins for good',
      {
        onImport:
          "Array.prototype.map = () => []; Object.defineProperty(Object.prototype, 'evil', { value: 1, enumerable: true }); globalThis.fetch = 1",
      },
      ['it changes Object.prototype.evil', 'it changes Array.prototype.map', 'it changes globalThis.fetch'],
    ],
    [
      'changes a built-in when it renders',
      { render: "Math.random = () => 4; return 'version'" },
      ['it changes Math.random'],
    ],
    [
      'changes a built-in later',
      { onLoad: 'setTimeout(() => { Number.isNaN = () => true }, 20)' },
      ['it changes Number.isNaN'],
    ],
    ['has a global variable', { onLoad: 'globalThis.window = {}' }, ['it changes globalThis.window']],
    [
      'leaves a timer running',
      { onLoad: 'setInterval(() => {}, 1000)' },
      ['it leaves a timer running', 'setInterval was called here', 'remoteEntry.js'],
    ],
    [
      'leaves a timer running that keeps no process alive',
      { onLoad: 'setInterval(() => {}, 1000).unref()' },
      ['it leaves a timer running', 'setInterval was called here'],
    ],
    [
      'takes programs from Node',
      { onLoad: "require('node:child_process')" },
      ['release/not-loadable', 'Code of a remote may not have the module "node:child_process"'],
    ],
    [
      'takes files from Node by another way',
      { onLoad: "process.getBuiltinModule('fs')" },
      ['it called process.getBuiltinModule'],
    ],
    [
      'imports a module while it renders',
      { onLoad: "import('node:fs')" },
      ['A dynamic import callback was not specified'],
    ],
    [
      'throws in a timer',
      { onLoad: "setTimeout(() => { throw new Error('late') }, 20)" },
      ['it threw when nobody waited for it', 'Error: late'],
    ],
    [
      'leaves a promise rejected',
      { onLoad: "Promise.reject(new Error('left'))" },
      ['it left a promise rejected', 'Error: left'],
    ],
    [
      'keeps buffers',
      { onLoad: 'globalThis.kept = Array.from({ length: 15 }, () => Buffer.alloc(1e8, 1))' },
      ['MB of memory; 448 MB are the most'],
    ],
    [
      'takes all of the heap',
      { onLoad: 'const kept = []; for (;;) kept.push(new Array(10000).fill(Math.random()))' },
      ['it took more than 256 MB of heap while its code was loaded'],
    ],
  ])('refuses one that %s', async (_what, broken, messages) => {
    const said = await refusal(broken)
    for (const message of messages) expect(said).toContain(message)
  })

  it.each<[string, Partial<ReleaseOptions>, string]>([
    ['when it is loaded', { onLoad: 'for (;;) {}' }, 'its code was loaded'],
    ['when it renders', { render: 'for (;;) {}' }, 'its fixtures were rendered'],
  ])('refuses one that loops for ever %s, when its time is over', async (_when, broken, step) => {
    const said = await refusal(broken, { deadlineMs: 2_000 })
    expect(said).toContain(`it did not come to an end within 2000 ms while ${step}`)
  })

  it.each<[string, (place: string) => void, readonly string[]]>([
    [
      'whose scripts are too heavy',
      write('web/more.js', noise(120_000)),
      ['its scripts for browsers weigh', 'of 64000 at most; the heaviest is web/more.js'],
    ],
    [
      'whose scripts for pages of other sites are too heavy',
      write('web/embed/more.js', noise(250_000)),
      ['its scripts for pages of other sites weigh', 'of 125000 at most'],
    ],
    [
      'whose scripts for pages with a React of theirs are too heavy',
      write('web/embed/hosted/more.js', noise(120_000)),
      ['its scripts for pages of other sites with a React of theirs weigh', 'of 60000 at most'],
    ],
    [
      'whose style sheets are too heavy',
      write('web/more.css', `.own{content:"${noise(40_000)}"}`),
      ['its style sheets weigh'],
    ],
    [
      'whose code for the server is too heavy',
      write('node/more.js', noise(1_200_000)),
      ['its code for the server weigh'],
    ],
    [
      'whose style sheet restyles the site',
      write('web/own.css', '.own{color:red}body{margin:0}'),
      ['mfe-search styles more than its own markup', 'web/own.css: body'.slice('web/'.length)],
    ],
    [
      'whose entry is cut off',
      write('node/remoteEntry.js', 'module.exports = {'),
      ['release/not-loadable', 'SyntaxError'],
    ],
    [
      'that has no code for the server',
      (place) => rmSync(path.join(place, 'node'), { recursive: true }),
      ['release/not-loadable', 'ENOENT'],
    ],
  ])('refuses one %s', async (_what, change, messages) => {
    const said = await refusal({}, { change })
    for (const message of messages) expect(said).toContain(message)
  })

  it('holds no build to the memory of whoever releases it', async () => {
    const taken = Buffer.alloc(500_000_000, 1)
    const place = aRelease(path.join(folder, 'by-a-large-process'), { ...sound, key })
    await expect(tryBuild({ app, folder: place })).resolves.toMatchObject({ manifest: { name: app } })
    expect(taken).toHaveLength(500_000_000)
  })

  it('refuses one that claims what its remote is not granted, with what to do', async () => {
    const granted = path.join(folder, 'with-grants')
    await aLiveRelease(granted, { app: 'shell', key })
    await addKey(granted, app, keyText(generateKeyPairSync('ed25519').publicKey), { signer: aSigner(key) })
    const place = aRelease(path.join(folder, 'beyond'), { ...sound, key, embed: { name: 'box', code: '' } })
    const gate = passGate({ app, folder: place, releases: granted })
    await expect(gate).rejects.toMatchObject({
      facts: {
        why: 'It claims what it is not granted.',
        reasons: [
          'the route "/search" is not granted to it',
          'the state key "search" is not granted to it',
          'the nested view "listing" is not granted to it',
          'the embed "box" is not granted to it',
        ],
        todo: expect.stringContaining(
          'npm run keys -- grant mfe-search --route /search --state search --view listing --embed box',
        ),
      },
    })
  })

  it('refuses one that leaves a connection open', async () => {
    // Reads what comes, so that it closes the connection when the other end has.
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const said = await refusal({ onLoad: `fetch('http://127.0.0.1:${port}').catch(() => undefined)` })
    silent.close()
    expect(said).toContain('it leaves something running that keeps a process alive')
    expect(said).toContain('TCPSocketWrap')
  })

  it('changes nothing in the release store', () => {
    expect(readdirSync(releases).toSorted()).toEqual([
      'history',
      'mfe-account',
      'mfe-content',
      'releases.json',
      'shell',
    ])
  })
})
