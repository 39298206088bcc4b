import { jest } from '@jest/globals'
import type { RemoteName } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { reportFailures } from './report-failures.client.ts'

const beacons: (readonly [string, unknown])[] = []
/** The beacons, once the code that sends them is loaded. */
const sent = async () => {
  await import('./report-failure.client.ts')
  await new Promise((resolve) => setTimeout(resolve))
  return beacons
}
beforeEach(() => {
  beacons.length = 0
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (url: string, body: unknown) => beacons.push([url, body]) > 0,
  })
})

let listening: jest.Spied<typeof addEventListener>
beforeEach(() => (listening = jest.spyOn(globalThis, 'addEventListener')))
afterEach(() => {
  for (const [name, listener] of listening.mock.calls) removeEventListener(name, listener)
  jest.restoreAllMocks()
})

const aBus = () => createBus({ onListenerError: (_name, error) => fail(error) })
const fail = (error: unknown): never => {
  throw error
}
const failure = (remote: RemoteName, code = 'client/mount-failed') => ({
  remote,
  slotId: 'main',
  error: { code, message: 'planted' },
})

describe('what browsers say of a canary', () => {
  it('is that a remote of the page has failed, by its version, once in a document', async () => {
    const bus = aBus()
    reportFailures(bus, () => ({ canaries: { 'mfe-search': '2.0.0', 'mfe-forms': '1.0.0' } }))
    for (let time = 0; time < 3; time += 1) bus.emit('remote.failed', failure('mfe-search') as never)
    bus.emit('remote.failed', failure('mfe-forms') as never)
    bus.emit('remote.failed', failure('mfe-content') as never)
    expect(await sent()).toEqual([
      ['/_canary', 'mfe-search@2.0.0'],
      ['/_canary', 'mfe-forms@1.0.0'],
    ])
  })

  it('is nothing of a difference that React has mended, and nothing at all while there is no canary', async () => {
    const bus = aBus()
    let canaries: Record<string, string> | undefined = { 'mfe-search': '2.0.0' }
    reportFailures(bus, () => ({ ...(canaries && { canaries }) }))
    bus.emit('remote.failed', failure('mfe-search', 'spa/hydration-mismatch') as never)
    await sent()
    canaries = undefined
    bus.emit('remote.failed', failure('mfe-search') as never)
    expect(await sent()).toEqual([])
  })
})

describe('errors that nothing in the browser has caught', () => {
  const OWN = location.origin
  const FORMS = `at send (${OWN}/_mfe/mfe-forms/2.0.0/web/c/1.js:1:20)`
  const SEARCH = `at find (${OWN}/_mfe/mfe-search/3.0.0/web/c/2.js:1:20)`
  const REACT = `at React (${OWN}/_shell/1.0.0/web/c/3.js:1:20)`
  const EXTENSION = 'at fetch (chrome-extension://abcdef/inject.js:1:20)'
  const anError = (lines: readonly string[], message = 'planted') =>
    Object.assign(new Error(message), { stack: [`Error: ${message}`, ...lines].join('\n') })
  const throws = (error: unknown, filename = '') =>
    dispatchEvent(new ErrorEvent('error', { error, filename, message: 'planted' }))
  const rejects = (reason: unknown) =>
    dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  beforeEach(() => {
    reportFailures(aBus(), () => ({ canaries: { 'mfe-search': '3.0.0', 'mfe-forms': '2.0.0' } }))
  })
  const reported = async () => (await sent()).map(([, body]) => body)

  it.each([
    ['thrown', throws],
    ['rejected', rejects],
  ])('count for the remote whose code they come from, once in a document: %s', async (_how, fails) => {
    for (let time = 0; time < 3; time += 1) fails(anError([REACT, FORMS, REACT]))
    expect(await sent()).toEqual([['/_canary', 'mfe-forms@2.0.0']])
  })

  it('count for the innermost of several remotes, in the stacks of every browser, and not by their message', async () => {
    throws(anError([SEARCH, FORMS]))
    expect(await reported()).toEqual(['mfe-search@3.0.0'])
    throws(anError([REACT], `cannot load ${OWN}/_mfe/mfe-forms/2.0.0/web/c/1.js`))
    expect(await reported()).toHaveLength(1)
    throws(Object.assign(new Error('planted'), { stack: `send@${OWN}/_mfe/mfe-forms/2.0.0/web/c/1.js:1:20` }))
    expect(await reported()).toEqual(['mfe-search@3.0.0', 'mfe-forms@2.0.0'])
  })

  it('count by their script where they have no stack', async () => {
    rejects('planted')
    rejects(undefined)
    throws(null)
    expect(await reported()).toEqual([])
    throws('planted', `${OWN}/_mfe/mfe-forms/2.0.0/web/remoteEntry.js`)
    expect(await reported()).toEqual(['mfe-forms@2.0.0'])
  })

  it.each([
    ['of the shell', [REACT]],
    ['of an extension', [EXTENSION]],
    ['of an extension that a remote has called', [EXTENSION, FORMS]],
    ['of another origin', [FORMS.replace(OWN, 'http://localhost:7430')]],
    ['of another version than the page names', [FORMS.replace('2.0.0', '1.0.0')]],
    ['of a remote that has no canary', [FORMS.replace('mfe-forms', 'mfe-account')]],
  ])('count for nobody: %s', async (_whose, lines) => {
    throws(anError(lines))
    rejects(anError(lines))
    expect(await reported()).toEqual([])
  })
})
