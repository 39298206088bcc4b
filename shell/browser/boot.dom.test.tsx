import type { ServedState } from '@tessera/shared/contract'
import { initialRoute } from '../state/host-slices.ts'

/** The inline state of the document. */
const STATE: ServedState = {
  routing: { ...initialRoute, currentPath: '/start', statusCode: 200 },
  version: { commitRef: null, buildNo: null, contensisVersionStatus: 'published' },
  page: {
    head: { title: 'Start', language: 'en-GB', dir: 'ltr' },
    slots: [{ id: 'main', remote: 'mfe-content', view: 'page', hydrate: 'never', props: {} }],
    releases: {},
  },
}

/** The file that the browser requests to check whether the site can be reached. */
const ICON = 'http://localhost/icon.svg'

interface Call {
  readonly address: string
  readonly isAborted: () => boolean
  /** Answers with status 503 and no page: the error page is shown in place, without the code of a remote. */
  readonly answer: (status?: number) => void
  readonly fail: () => void
}

const calls: Call[] = []

function fetchLater(address: string, { signal }: { readonly signal: AbortSignal }): Promise<unknown> {
  const headers = { get: () => null }
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    calls.push({
      address,
      isAborted: () => signal.aborted,
      answer: (status = 503) => resolve({ status, headers, redirected: false }),
      fail: () => reject(new TypeError('Failed to fetch')),
    })
  })
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isTrue(); turn += 1) await settled()
  expect(isTrue()).toBe(true)
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
const pressed = (selector: string): boolean =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })) ?? false
const press = (path: string) => pressed(`nav a[href="${path}"]`)

/** The path of the page on the screen: its link to try again. */
const shown = () => document.querySelector('[data-slot="main"] .f-ways a')?.getAttribute('href')
const isLoading = () => document.documentElement.classList.contains('is-loading')
const note = () => document.getElementById('offline')

/** The request for a path, once it is sent. */
async function called(path: string): Promise<Call> {
  const find = () => calls.find(({ address }) => address.startsWith(path))
  await until(() => find() !== undefined)
  const call = find()!
  calls.splice(calls.indexOf(call), 1)
  return call
}

/** Follow a link to a page, and wait until it is on the screen. */
async function open(path: string): Promise<void> {
  press(path)
  ;(await called(path)).answer()
  await until(() => shown() === path)
}

/** Go through the history; resolves when the address has changed. */
async function travel(steps: number): Promise<void> {
  const told = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  history.go(steps)
  await told
}

/** Whether the shell keeps the browser from following a link; the browser itself stays here too, since jsdom loads no pages. */
function isHeld(path: string): boolean {
  let isPrevented = false
  const stay = (event: Event) => {
    isPrevented = event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', stay, { once: true })
  press(path)
  return isPrevented
}

const isFormHeld = () =>
  document
    .querySelector('form')
    ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })) === false

/** The reasons of documents that were loaded. */
const left: unknown[] = []

beforeAll(async () => {
  Object.assign(globalThis, { fetch: fetchLater, CSS: { escape: (text: string) => text } })
  Object.assign(window, { scrollTo: () => undefined })
  // Nothing is prefetched for visitors who save data, so each page is one request.
  Object.assign(navigator, { connection: { saveData: true } })
  Object.assign(performance, {
    mark: (name: string, { detail }: PerformanceMarkOptions) =>
      name === 'tessera-full-load' && left.push(detail),
  })
  history.replaceState(null, '', '/start')
  document.documentElement.lang = 'en-GB'
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">'
  document.body.innerHTML = `<script type="application/json" id="state">${JSON.stringify(STATE)}</script>
    <header><a class="f-logo" href="/">Home</a></header>
    <nav><a href="/a">A</a><a href="/b">B</a><a href="/c">C</a><a href="https://other.example/">Other</a></nav>
    <div id="offline" hidden><button data-offline="stay"></button></div><form method="post" action="/send"></form>
    <main id="main"><div data-slot="main"><h1>Start</h1></div></main>`
  await import('./boot.client.ts')
})
beforeEach(() => {
  calls.length = left.length = 0
})

describe('the history while a page is on its way', () => {
  it('Back and then Forward keeps the page on the screen, and the other page does not arrive under its address', async () => {
    await open('/a')
    await open('/b')
    await travel(-1)
    const back = await called('/a')
    await until(isLoading)
    await travel(1)
    back.answer()
    await settled()
    expect([location.pathname, shown()]).toEqual(['/b', '/b'])
    expect([back.isAborted(), isLoading(), left]).toEqual([true, false, []])
    await open('/c')
    expect(location.pathname).toBe('/c')
  })

  it('Back and then Forward keeps the page on the screen also when the other page fails to come', async () => {
    await open('/a')
    await open('/b')
    await travel(-1)
    ;(await called('/a')).fail()
    const check = await called(ICON)
    await travel(1)
    check.fail()
    await settled()
    expect([location.pathname, shown(), note()?.hidden, left]).toEqual(['/b', '/b', true, []])
  })

  it('a link that was followed still arrives when the visitor moves within the page on the screen', async () => {
    await open('/b')
    press('/c')
    const next = await called('/c')
    window.dispatchEvent(new PopStateEvent('popstate'))
    next.answer()
    await until(() => shown() === '/c')
    expect(location.pathname).toBe('/c')
  })

  it('a link to the page on the screen gives that page its own entry when Back has already changed the address', async () => {
    await open('/a')
    await open('/b')
    await travel(-1)
    const back = await called('/a')
    press('/b')
    ;(await called('/b')).answer()
    await settled()
    expect([back.isAborted(), location.pathname, shown()]).toEqual([true, '/b', '/b'])
  })
})

describe('a document that is loaded instead of a page', () => {
  it('leaves a page that comes out of the back-forward cache without progress, with the state of its own address', async () => {
    await open('/a')
    press('/b')
    const call = await called('/b')
    await until(isLoading)
    call.answer(404)
    await until(() => left.length > 0)
    expect(isLoading()).toBe(true)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect([isLoading(), document.getElementById('main')?.hasAttribute('aria-busy')]).toEqual([false, false])
    expect([location.pathname, shown()]).toEqual(['/a', '/a'])
  })
})

describe('a navigation that failed (specification 4, Access and routing)', () => {
  it('loads no document when the visitor has followed another link while the connection was checked', async () => {
    press('/a')
    ;(await called('/a')).fail()
    const check = await called(ICON)
    await open('/b')
    check.answer()
    await settled()
    expect([left, location.pathname, shown()]).toEqual([[], '/b', '/b'])
  })

  it('holds links to other sites, and forms, only until the site has answered again', async () => {
    press('/a')
    ;(await called('/a')).fail()
    ;(await called(ICON)).fail()
    await until(() => note()?.hidden === false)
    pressed('[data-offline="stay"]')
    expect([isHeld('https://other.example/'), isFormHeld()]).toEqual([true, true])
    await open('/c')
    expect([isHeld('https://other.example/'), isFormHeld()]).toEqual([false, false])
  })
})
