import { jest } from '@jest/globals'
import type { Manifest, RemoteName } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { messagesFor } from '../../messages/index.ts'
import { renderOverrideBar, renderOverrideWait } from '../../override/override-bar.ts'
import { createRemotePolicy, type LoadedRemote } from '../federation-host.client.ts'
import { loadOverride } from './load-override.client.ts'
import { clearOverride, fitsOverride, withOverrides } from './with-overrides.client.ts'

const NAME: RemoteName = 'mfe-search'
const ORIGIN = 'http://localhost:4001'
const words = messagesFor('en-GB', 'en-GB')
const override = { app: NAME, origin: ORIGIN }
const manifest: Manifest = { name: NAME, contract: '^1.1.0', stateKeys: ['search'] }
const aRemote = (own: Partial<Manifest> = {}) => ({ manifest: { ...manifest, ...own } }) as LoadedRemote

const anItem = {
  slot: { id: 'main', remote: NAME, view: 'results', hydrate: 'load', props: {} },
  remote: {},
} as const

/** The dev server's response to the question which remote it serves. */
let answers: () => Promise<Response>
const serves = (remote: unknown) => async () => ({ ok: true, json: async () => ({ remote }) }) as Response

// jsdom has no `CSS`.
globalThis.CSS ??= { escape: String } as unknown as typeof CSS

beforeEach(() => {
  answers = serves(NAME)
  globalThis.fetch = () => answers()
  document.body.innerHTML =
    renderOverrideBar(override, { version: '1.0.0', manifest }, words).toString() +
    `<div data-slot="main">${String(renderOverrideWait(anItem, { override, messages: words }))}</div>` +
    '<div data-slot="form-1">drawn</div>'
})

/** Load the remote, and report failures of its slots, as the shell does. */
async function load(get: () => Promise<LoadedRemote> = async () => aRemote()) {
  const bus = createBus()
  const failed = await loadOverride(NAME, ORIGIN, bus, get).then(
    () => null,
    (error: { code: string }) => error,
  )
  const fail = (slotId: string, code = failed?.code ?? 'spa/render-failed', remote = NAME) =>
    bus.emit('remote.failed', { remote, slotId, error: { name: 'E', code, message: '' } as never })
  return { code: failed?.code ?? null, fail }
}
const main = () => document.querySelector('[data-slot="main"]')!
const notice = () => document.querySelector('[role="alert"]')

describe('a remote of another machine in the browser (docs/decisions/0085)', () => {
  it.each([
    [
      'nobody answers',
      () => (answers = () => Promise.reject(new TypeError('refused'))),
      'override/unreachable',
      words.override.reasons.unreachable,
    ],
    [
      'another remote answers',
      () => (answers = serves('mfe-forms')),
      'override/other',
      words.override.reasons.other,
    ],
    [
      'something else answers',
      () => (answers = async () => ({ ok: false }) as Response),
      'override/other',
      words.override.reasons.other,
    ],
  ])('is not run where %s: the slot says so and has the way back', async (_what, given, code, why) => {
    given()
    const get = jest.fn(async () => aRemote())
    const loaded = await load(get)
    expect(loaded.code).toBe(code)
    expect(get).not.toHaveBeenCalled()
    loaded.fail('main')
    expect(main().querySelector('h1')?.textContent).toBe('Your mfe-search cannot be shown')
    expect(main().textContent).toContain(why)
    const form = main().querySelector('form')!
    expect(new FormData(form).get('reset')).toBe('true')
    expect(form.getAttribute('action')).toBe('/version/override')
    expect(form.method).toBe('post')
    // The remote's next slot fails for the same reason, although its own error code does not name it.
    loaded.fail('form-1', 'client/remote-failed-lately')
    expect(document.querySelectorAll('[role="alert"]')).toHaveLength(2)
    expect(document.querySelector('[data-slot="form-1"]')?.previousElementSibling?.textContent).toContain(why)
  })

  it('is not shown where its contract does not fit, or its manifest is that of another', async () => {
    expect((await load(async () => aRemote({ contract: '^2.0.0' }))).code).toBe('override/contract')
    expect((await load(async () => aRemote({ name: 'mfe-forms' }))).code).toBe('override/other')
  })

  it('that throws while rendering shows one message above its slot, and does not affect the rest', async () => {
    const { fail } = await load()
    fail('form-1')
    fail('form-1')
    const slot = document.querySelector('[data-slot="form-1"]')!
    expect(slot.textContent).toBe('drawn')
    expect(slot.previousElementSibling?.textContent).toContain(words.override.reasons.failed)
    expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
  })

  it('says nothing of other remotes, and nothing of differences that React has mended', async () => {
    const { fail } = await load()
    fail('form-1', 'spa/render-failed', 'mfe-forms')
    fail('form-1', 'spa/hydration-mismatch')
    expect(notice()).toBeNull()
  })

  it('says in the bar what of its manifest does not hold here', async () => {
    await load(async () => aRemote({ stateKeys: ['search', 'more'] }))
    expect(document.querySelector('[role="status"] code')?.textContent).toBe('stateKeys')
  })

  it('shows no notice for a manifest that is the same', async () => {
    await load()
    expect(document.querySelector('[role="status"] code')).toBeNull()
  })

  it('finds an empty element where it has waited, and what is drawn untouched', () => {
    clearOverride(main() as HTMLElement)
    expect(main().childNodes).toHaveLength(0)
    const drawn = document.querySelector<HTMLElement>('[data-slot="form-1"]')!
    clearOverride(drawn)
    expect(drawn.textContent).toBe('drawn')
  })
})

describe('a document with the bar of an override', () => {
  const foreign = { version: `override@${ORIGIN}`, integrity: '' }
  const live = { version: '1.0.0', integrity: 'sha384-x' }

  it('shows pages made with the same one, and those without the remote', () => {
    expect(fitsOverride({ [NAME]: foreign, 'mfe-forms': live })).toBe(true)
    expect(fitsOverride({ 'mfe-forms': live })).toBe(true)
  })

  it('shows no page for which it has ended, began, or comes from elsewhere', () => {
    expect(fitsOverride({ [NAME]: live })).toBe(false)
    expect(fitsOverride({ [NAME]: { ...foreign, version: 'override@http://localhost:4002' } })).toBe(false)
    document.querySelector('[data-override]')?.remove()
    expect(fitsOverride({ [NAME]: foreign })).toBe(false)
    expect(fitsOverride({ [NAME]: live })).toBe(true)
  })
})

describe('the host with overrides', () => {
  it('loads releases of the site as before, without requests to the other origin', async () => {
    globalThis.fetch = () => Promise.reject(new Error('asked'))
    const host = withOverrides({ load: async () => aRemote() }, createBus())
    await expect(host.load(NAME, { version: '1', integrity: 'x' })).resolves.toMatchObject({ manifest })
    await expect(host.load(NAME, { version: `override@${ORIGIN}`, integrity: '' })).rejects.toMatchObject({
      code: 'override/unreachable',
    })
  })

  it('takes scripts from the folder of the remote on that machine, and nothing beside it', () => {
    const policy = createRemotePolicy({}, 'https://www.example.org', [`${ORIGIN}/_mfe/${NAME}/`])
    expect(policy.createScriptURL(`${ORIGIN}/_mfe/${NAME}/remoteEntry.js`)).toBe(
      `${ORIGIN}/_mfe/${NAME}/remoteEntry.js`,
    )
    for (const address of [
      `${ORIGIN}/x.js`,
      `${ORIGIN}/_mfe/${NAME}/../../x.js`,
      'http://localhost:4002/_mfe/mfe-search/x.js',
    ])
      expect(() => policy.createScriptURL(address)).toThrow(TypeError)
  })
})
