import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell | undefined

beforeAll(async () => {
  platform = await aPlatform()
})
afterEach(async () => {
  await shell?.close()
  shell = undefined
})
afterAll(() => platform.close())

const PAGE = '/services/bins-and-recycling'
const FRAME_SLOT = { frameSlots: [{ id: 'header-user', view: 'menu', hydrate: 'never' as const }] }

const start = async (...remotes: Parameters<typeof aShell>[0]['remotes'][number][]): Promise<TestShell> =>
  (shell = await aShell({ platformUrl: platform.url, remotes }))

describe('a slot that goes wrong costs its slot only (design 2, reference federation 6)', () => {
  it.each([
    [
      'throws when it renders',
      { render: "if (p.slotId !== 'fixture') throw new Error('broken'); return 'version'" },
    ],
    ['rejects its load', { load: "throw new Error('broken')" }],
    ['never ends its load', { load: 'return new Promise(() => {})' }],
  ])(
    'a frame slot whose remote %s leaves the page complete, and not kept for long',
    async (_what, options) => {
      const site = await start(aContentRemote(), { app: 'mfe-account', manifest: FRAME_SLOT, ...options })
      const answer = await site.get(PAGE)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('<h1 id="page-title">Bins and recycling</h1>')
      expect(answer.headers['surrogate-control']).toBe('max-age=30')
      expect(site.lines.some((line) => line['msg'] === 'slot failed' && line['slot'] === 'header-user')).toBe(
        true,
      )
    },
  )

  it('a slot that is used later is neither loaded nor rendered, and its style sheets do not come with the page', async () => {
    const manifest = {
      frameSlots: [{ id: 'header-search', view: 'suggestions', hydrate: 'touch' as const }],
      stateKeys: ['search'],
    }
    const site = await start(aContentRemote(), {
      app: 'mfe-search',
      manifest,
      styles: '.own{color:red}',
      load: "if (r.slot.id !== 'fixture') throw new Error('loaded')",
      render: "if (p.slotId !== 'fixture') throw new Error('rendered'); return 'version'",
    })
    const answer = await site.get(PAGE)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<div data-slot="header-search"></div>')
    expect(answer.body).not.toMatch(/rel="stylesheet" href="\/_mfe\/mfe-search/)
    expect(answer.body).not.toMatch(/id="late"[^>]* data-islands/)
    expect(answer.headers['surrogate-control']).not.toBe('max-age=30')
    expect(site.lines.filter((line) => line['msg'] === 'slot failed')).toEqual([])
  })

  it('a main slot that throws is an error page in the frame, with a number to quote and no details', async () => {
    const site = await start(
      aContentRemote({
        render: "if (p.slotId === 'main') throw new Error('secret detail'); return 'version'",
      }),
    )
    const answer = await site.get(PAGE)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toContain(String(answer.headers['x-request-id']))
    expect(answer.body).toContain('href="/news"')
    expect(answer.body).not.toContain('secret detail')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('a main slot that throws when it renders leaves an error in the state too, and nothing to hydrate', async () => {
    const render = "if (p.slotId === 'main') throw new Error('broken'); return 'version'"
    const manifest = {
      contentTypes: [{ contentTypeId: 'landingPage', view: 'page', hydrate: 'load' as const }],
    }
    const site = await start(aContentRemote({ manifest, render }))
    const { body } = await site.get(PAGE)
    expect(body).toContain('<p class="f-status" lang="en">Internal Server Error</p>')
    expect(JSON.parse(/id="state">(.*?)<\/script>/s.exec(body)![1]!)).toMatchObject({
      routing: { statusCode: 500, isError: true },
      page: { slots: [] },
    })
  })

  it('a main slot that says of itself that it has failed is shown, uncached, with its own title, and the log says why', async () => {
    const load =
      "return r.slot.id === 'main' ? { status: 503, problem: new Error('secret detail'), head: { title: 'Results for bins' } } : {}"
    const site = await start(aContentRemote({ load }))
    const answer = await site.get(PAGE)
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('<h1 id="page-title">Bins and recycling</h1>')
    expect(answer.body).toMatch(/<title>Results for bins\b/)
    expect(answer.body).not.toMatch(/Sorry|secret detail/)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' })
    expect(site.lines).toContainEqual(expect.objectContaining({ msg: 'optional data failed' }))
    await shell?.close()
    const render = "if (p.slotId === 'main') throw new Error('broken'); return 'version'"
    const broken = await (await start(aContentRemote({ load, render }))).get(PAGE)
    expect(broken.statusCode).toBe(500)
    expect(broken.body).toContain('Sorry')
  })

  it('a remote that is missing makes its pages unavailable, not unknown', async () => {
    const site = await start(
      aContentRemote({ manifest: { staticRoutes: [{ path: '/lost', view: 'x', hydrate: 'never' }] } }),
    )
    expect((await site.get('/lost')).statusCode).toBe(200)
    const without = await site.get(PAGE)
    expect(without.statusCode).toBe(404)
  })

  it('a nested slot is rendered once and stands in the markup of its parent', async () => {
    const site = await start(
      aContentRemote({
        load: "return { slots: [{ id: 'form-1', remote: 'mfe-forms', view: 'form', hydrate: 'visible', props: { formId: '1' } }] }",
        render:
          "return '<h1 id=\"page-title\">version</h1><div data-slot=\"form-1\">' + ((p.slotHtml || {})['form-1'] || '') + '</div>'",
      }),
      {
        app: 'mfe-forms',
        manifest: { nestedViews: [{ view: 'form', hydrate: 'visible' }], stateKeys: ['form'] },
        render: "return '<form>version ' + p.props.formId + '</form>'",
      },
    )
    const answer = await site.get(PAGE)
    expect(answer.body).toContain('<div data-slot="form-1"><form>version 1</form></div>')
    const state = (await site.get(`${PAGE}?redux=true`)).json<{
      page: { slots: { id: string; parent?: string }[]; releases: object }
    }>()
    expect(state.page.slots).toContainEqual(expect.objectContaining({ id: 'form-1', parent: 'main' }))
    expect(Object.keys(state.page.releases)).toEqual(['mfe-content', 'mfe-forms'])
  })

  it('a nested slot that its route tells has its state in the document and in the answer of a navigation', async () => {
    const site = await start(
      aContentRemote({
        slots:
          "return [{ id: 'list-1', remote: 'mfe-search', view: 'list', hydrate: 'visible', props: { of: r.route.currentPath } }]",
        load: 'return {}',
        render:
          "return '<h1 id=\"page-title\">version</h1><div data-slot=\"list-1\">' + ((p.slotHtml || {})['list-1'] || '') + '</div>'",
      }),
      {
        app: 'mfe-search',
        manifest: { nestedViews: [{ view: 'list', hydrate: 'visible' }], stateKeys: ['search'] },
        slices: "[{ key: 'search', reducer: (s = null, a) => (a.type === 'found' ? a.payload : s) }]",
        load: "return { actions: [{ type: 'found', payload: { found: r.slot.props.of } }] }",
        render: "return '<p>version ' + p.slotId + '</p>'",
      },
    )
    const answer = await site.get(PAGE)
    expect(answer.body).toContain('<div data-slot="list-1"><p>version list-1</p></div>')
    const inline = JSON.parse(/id="state">(.*?)<\/script>/s.exec(answer.body)![1]!) as object
    expect(inline).toMatchObject({ search: { found: PAGE } })
    expect((await site.get(`${PAGE}?redux=true`)).json()).toMatchObject({ search: { found: PAGE } })
  })
})

describe('a loader whose result cannot be part of a page', () => {
  const SLICE = "[{ key: 'account', reducer: (s = null, a) => (a.type === 'found' ? a.payload : s) }]"
  const statesOf = async (load: string) => {
    const manifest = {
      frameSlots: [{ id: 'header-user', view: 'menu', hydrate: 'load' as const }],
      stateKeys: ['account'],
    }
    const site = await start(aContentRemote(), {
      app: 'mfe-account',
      manifest,
      slices: SLICE,
      load: `if (r.slot.id === 'fixture') return {}; ${load}`,
    })
    return [await site.get(PAGE), await site.get(`${PAGE}?redux=true`)] as const
  }
  const failures = () =>
    shell!.lines.filter((line) => line['msg'] === 'slot failed').map(({ slot, remote }) => [slot, remote])

  it.each([
    ['a BigInt in its state', "return { actions: [{ type: 'found', payload: 10n }] }"],
    [
      'state whose toJSON throws',
      "return { actions: [{ type: 'found', payload: { toJSON() { throw new Error('broken') } } }] }",
    ],
    [
      'a BigInt in what it gives a slot inside its own',
      "return { slots: [{ id: 'list-1', remote: 'mfe-search', view: 'list', hydrate: 'load', props: { most: 10n } }] }",
    ],
    ['a BigInt in the head of the page', 'return { head: { title: 10n } }'],
    ['a BigInt as the end of its validity', 'return { validUntil: 10n }'],
    ['no moment as the end of its validity', "return { validUntil: Date.parse('soon') }"],
  ])('%s costs its slot only, in the document and in the answer of a navigation', async (_what, load) => {
    const [page, state] = await statesOf(load)
    expect([page.statusCode, state.statusCode]).toEqual([200, 200])
    expect(page.body).toContain('<h1 id="page-title">Bins and recycling</h1>')
    expect(page.headers['surrogate-control']).toBe('max-age=30')
    expect(state.json<Record<string, unknown>>()).not.toHaveProperty('account')
    expect(failures()).toEqual([
      ['header-user', 'mfe-account'],
      ['header-user', 'mfe-account'],
    ])
  })

  it('a cycle in its state costs its slot only, in the answer of a navigation', async () => {
    const [page, state] = await statesOf(
      "const found = {}; found.own = found; return { actions: [{ type: 'found', payload: found }] }",
    )
    expect([page.statusCode, state.statusCode]).toEqual([200, 200])
    expect(state.json<Record<string, unknown>>()).not.toHaveProperty('account')
    expect(failures()).toEqual([['header-user', 'mfe-account']])
  })

  it.each([0, 101, 199, 201, 204, 205, 301, 304, 600, 999, NaN, 404.5, "'404'"])(
    'the status %s is none of a page: the main slot has failed',
    async (status) => {
      const site = await start(aContentRemote({ load: `return { status: ${status} }` }))
      const answer = await site.get(PAGE)
      expect(answer.statusCode).toBe(500)
      expect(answer.body).toContain(String(answer.headers['x-request-id']))
    },
  )

  it('a status that no page can have is ignored where the slot does not decide the page', async () => {
    const [page] = await statesOf('return { status: 301 }')
    expect(page.statusCode).toBe(200)
    expect(failures()).toEqual([])
  })

  it.each([200, 400, 599])('the status %i is that of the page', async (status) => {
    const site = await start(aContentRemote({ load: `return { status: ${status} }` }))
    expect((await site.get(PAGE)).statusCode).toBe(status)
  })
})

describe('content that would break a page', () => {
  it.each(['</script><script>alert(1)</script>', "$& $' $` $1", '\u2028\u2029', '{{APP}}', '<!--'])(
    'holding %j survives byte for byte in the state',
    async (text) => {
      const site = await start(
        aContentRemote({
          manifest: {
            contentTypes: [{ contentTypeId: 'landingPage', view: 'page', hydrate: 'load' }],
            stateKeys: ['content'],
          },
          load: `return { actions: [], head: { title: ${JSON.stringify(text)} } }`,
        }),
      )
      const page = await site.get(PAGE)
      expect(page.statusCode).toBe(200)
      expect(page.body).not.toContain('<script>alert(1)')
      const state = (await site.get(`${PAGE}?redux=true`)).json<{ page: { head: { title: string } } }>()
      expect(state.page.head.title).toBe(text)
      expect(JSON.parse(/id="state">(.*?)<\/script>/s.exec(page.body)![1]!)).toBeTruthy()
    },
  )
})

describe('many visitors at once', () => {
  it('50 parallel requests with random latency never mix state', async () => {
    const site = await start(
      aContentRemote({
        load: 'await new Promise((r2) => setTimeout(r2, Math.random() * 40)); return {}',
      }),
    )
    const paths = [
      '/services',
      '/services/bins-and-recycling',
      '/services/council-tax',
      '/services/housing',
      '/news',
    ]
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const path = paths[index % paths.length]!
        const answer = await site.get(`${path}?redux=true&n=${index}`)
        return {
          path,
          index,
          routing: answer.json<{ routing: { currentPath: string; location: { search: string } } }>().routing,
        }
      }),
    )
    for (const { path, index, routing } of answers) {
      expect(routing.currentPath).toBe(path)
      expect(routing.location.search).toBe(`?n=${index}`)
    }
  })
})

describe('a slot that its page is nothing without (docs/decisions/0043)', () => {
  const aPageWith = async (
    essential: boolean,
    options: { readonly load?: string; readonly render?: string },
  ) => {
    const slot = {
      id: 'list-1',
      remote: 'mfe-search',
      view: 'list',
      hydrate: 'visible',
      props: {},
      essential,
    }
    const site = await start(
      aContentRemote({
        slots: `return [${JSON.stringify(slot)}]`,
        load: "return { head: { title: 'Of the page', robots: 'max-snippet:9' } }",
        render: "return '<h1 id=\"page-title\">version</h1>' + ((p.slotHtml || {})['list-1'] || '')",
      }),
      {
        app: 'mfe-search',
        manifest: { nestedViews: [{ view: 'list', hydrate: 'visible' }] },
        render: "return 'version'",
        ...options,
      },
    )
    return site.get(PAGE)
  }

  it('has the word about the status of the page, and about its part of the head', async () => {
    const load = "return { status: 404, head: { title: 'Of the list' } }"
    const answer = await aPageWith(true, { load })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toMatch(/<title>Of the list\b/)
    expect(answer.body).toContain('max-snippet:9')
    expect(answer.body).toContain('<h1 id="page-title">version</h1>')
  })

  it('has it no more where the page can do without it', async () => {
    const load = "return { status: 404, head: { title: 'Of the list' } }"
    const answer = await aPageWith(false, { load })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/<title>Of the page\b/)
  })

  it.each([
    ['cannot be loaded', { load: "throw Object.assign(new Error('down'), { status: 503 })" }],
    [
      'cannot be rendered',
      { render: "if (p.slotId !== 'fixture') throw new Error('broken'); return 'version'" },
    ],
  ])(
    'takes the page along when it %s, and itself alone where the page can do without it',
    async (_, options) => {
      const essential = await aPageWith(true, options)
      expect(essential.statusCode).toBeGreaterThanOrEqual(500)
      expect(essential.body).toContain(String(essential.headers['x-request-id']))
      expect(essential.headers['cache-control']).toBe('no-store')
      await shell?.close()
      const other = await aPageWith(false, options)
      expect(other.statusCode).toBe(200)
      expect(other.body).toContain('<h1 id="page-title">version</h1>')
    },
  )

  it.each([
    [504, 504, '2'],
    [503, 503, '2'],
    [502, 502, undefined],
    [401, 500, undefined],
    [200, 500, undefined],
  ])(
    'gives its page the status of what has failed behind its remote, and no other: an error of %i gives %i',
    async (status, expected, retryAfter) => {
      const members = JSON.stringify({ name: 'AppError', code: 'search/late', status, details: {} })
      const answer = await aPageWith(true, {
        load: `if (r.slot.id === 'list-1') throw Object.assign(new Error('late'), ${members})`,
      })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([expected, retryAfter])
      expect(shell?.lines).toContainEqual(
        expect.objectContaining({ msg: 'slot failed', code: 'search/late', status }),
      )
    },
  )
})
