import { jest } from '@jest/globals'
import type { PagePreview } from '@tessera/shared/contract'
import { followChanges } from './live-preview.client.ts'

const CMS = 'https://cms.example.org'
const shown: PagePreview = {
  status: 'Draft',
  facts: [],
  other: { label: '', path: '/' },
  exitPath: '/',
  entryId: 'abc',
  frameOrigins: [CMS],
}
const parent = { postMessage: jest.fn() } as unknown as Window & { postMessage: jest.Mock }

/** A preview in a frame, and a way to send messages to it. */
function aFrame({
  preview = shown,
  parentOrigin = CMS,
}: { preview?: PagePreview; parentOrigin?: string } = {}) {
  const target = new EventTarget()
  const refresh = jest.fn(() => Promise.resolve())
  const end = followChanges({
    preview: () => preview,
    refresh,
    view: Object.assign(target, { parent }) as never,
    parentOrigin,
  })
  const send = (data: unknown, { origin = CMS, source = parent as unknown } = {}) =>
    target.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
  return { refresh, send, end }
}
const settle = () => jest.advanceTimersByTimeAsync(1_000)

beforeEach(() => {
  jest.useFakeTimers()
  parent.postMessage.mockClear()
})
afterEach(() => jest.useRealTimers())

describe('live preview (reference security 1.9)', () => {
  it('fetches the page again when the content system tells of a change', async () => {
    const { refresh, send } = aFrame()
    send({ type: 'LIVE_ENTRY_UPDATE', entryId: 'abc' })
    await settle()
    send({ type: 'LIVE_ENTRY_RESET' })
    await settle()
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('fetches once for changes that come close together', async () => {
    const { refresh, send } = aFrame()
    for (let index = 0; index < 50; index += 1) send({ type: 'LIVE_ENTRY_UPDATE' })
    await settle()
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('fetches once more for changes that came while the page was being fetched', async () => {
    const { refresh, send } = aFrame()
    refresh.mockImplementationOnce(async () => {
      send({ type: 'LIVE_ENTRY_UPDATE' })
      send({ type: 'LIVE_ENTRY_UPDATE' })
    })
    send({ type: 'LIVE_ENTRY_UPDATE' })
    await settle()
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it.each<[what: string, data: unknown, from: { origin?: string; source?: unknown }]>([
    ['another origin', { type: 'LIVE_ENTRY_UPDATE' }, { origin: 'https://evil.example' }],
    [
      'an origin that only begins like an allowed one',
      { type: 'LIVE_ENTRY_UPDATE' },
      { origin: `${CMS}.evil.example` },
    ],
    ['an opaque origin', { type: 'LIVE_ENTRY_UPDATE' }, { origin: 'null' }],
    ['another window of an allowed origin', { type: 'LIVE_ENTRY_UPDATE' }, { source: {} }],
    ['a message of another kind', { type: 'LIVE_ENTRY_OTHER' }, {}],
    ['a message that is no object', 'LIVE_ENTRY_UPDATE', {}],
    ['an empty message', null, {}],
    ['a change of another entry', { type: 'LIVE_ENTRY_UPDATE', entryId: 'xyz' }, {}],
  ])('takes no notice of %s', async (_what, data, from) => {
    const { refresh, send } = aFrame()
    send(data, from)
    await settle()
    expect(refresh).not.toHaveBeenCalled()
  })

  it('never puts anything of a message into the page', async () => {
    document.body.innerHTML = '<main id="main">as it was</main>'
    const { send } = aFrame()
    send({ type: 'LIVE_ENTRY_UPDATE', entry: { title: '<img src=x onerror=alert(1)>' } })
    await settle()
    expect(document.body.innerHTML).toBe('<main id="main">as it was</main>')
  })

  it('says that it is ready to the origin that holds it, and to none that is not allowed', () => {
    aFrame()
    expect(parent.postMessage).toHaveBeenCalledWith({ type: 'LIVE_ENTRY_READY', entryId: 'abc' }, CMS)
    parent.postMessage.mockClear()
    aFrame({ parentOrigin: 'https://evil.example' })
    expect(parent.postMessage).not.toHaveBeenCalled()
  })

  it('stops when its stop function is called', async () => {
    const { refresh, send, end } = aFrame()
    end()
    send({ type: 'LIVE_ENTRY_UPDATE' })
    await settle()
    expect(refresh).not.toHaveBeenCalled()
  })
})
