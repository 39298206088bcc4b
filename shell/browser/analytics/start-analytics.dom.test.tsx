import { jest } from '@jest/globals'
import type { BusEventName, BusEvents } from '@tessera/shared/contract'
import { createBus } from '@tessera/shared/store'
import { storeChoice, readChoice } from './consent.client.ts'
import { startAnalytics } from './start-analytics.client.ts'

const ENDPOINT = 'https://stats.example/collect'
const TEXT = {
  title: 'May we count your visit?',
  text: 'To make this site better.',
  link: { label: 'Privacy', path: '/contact/privacy' },
  accept: 'Accept analytics',
  reject: 'Reject analytics',
}
/** Personal data that a visitor could have typed. */
const CANARY = 'jane.doe@example.org'

interface Sent {
  readonly language: string
  readonly events: readonly Readonly<Record<string, unknown>>[]
}

/** A page with the button in its footer, in a browser in which only the texts can be fetched. */
async function aVisit({ hasText = true } = {}) {
  document.body.innerHTML = `<a class="f-skip" href="#main"></a><main id="main" tabindex="-1"></main>
    <button data-consent="/_consent/en-GB" data-endpoint="${ENDPOINT}">Your choice</button>`
  const asked: string[] = []
  const sent: { readonly url: string; readonly init: RequestInit }[] = []
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push({ url, init })
    else asked.push(url)
    return Promise.resolve({ ok: hasText, json: () => Promise.resolve(TEXT) } as Response)
  }) as typeof fetch
  const bus = createBus()
  const button = document.querySelector<HTMLElement>('[data-consent]')
  if (!button) throw new Error('no button')
  startAnalytics(button).follow(bus)
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  await settled()
  return {
    asked,
    sent,
    settled,
    emit: <N extends BusEventName>(name: N, payload: BusEvents[N]) => bus.emit(name, payload),
    banner: () => document.querySelector('section'),
    press: (label: string) =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
    leave() {
      dispatchEvent(new Event('pagehide'))
      return sent.flatMap(({ init }) => (JSON.parse(String(init.body)) as Sent).events)
    },
  }
}

const form = { formId: 'form-1', pageIndex: 0 }

describe('counting visits (docs/decisions/0063)', () => {
  beforeEach(() => localStorage.clear())
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'globalPrivacyControl')
    dispatchEvent(new Event('pageshow'))
  })

  // Must be the first test: the event would reach the visits of earlier tests too.
  it('follows what another tab of the same visitor decides', async () => {
    const visit = await aVisit()
    storeChoice(ENDPOINT, 'accepted')
    dispatchEvent(new Event('storage'))
    expect(visit.banner()).toBeNull()
    expect(visit.leave()).toEqual([{ event: 'route.changed', path: '/' }])
  })

  it('sends and stores nothing before there is a choice, nor later of what happened before', async () => {
    const visit = await aVisit()
    visit.emit('form.started', form)
    expect(visit.leave()).toEqual([])
    expect(localStorage).toHaveLength(0)
    dispatchEvent(new Event('pageshow'))
    visit.press(TEXT.accept)
    expect(visit.leave()).toEqual([{ event: 'route.changed', path: '/' }])
  })

  it('sends what the bus tells once it is accepted, without cookies, referrer and answer', async () => {
    const visit = await aVisit()
    visit.press(TEXT.accept)
    visit.emit('form.error', { ...form, fieldId: 'f1', rule: 'required' })
    visit.emit('form.submitted', { formId: 'form-1', formPostId: CANARY, success: true })
    expect(visit.leave()).toEqual([
      { event: 'route.changed', path: '/' },
      { event: 'form.error', path: '/', ...form, fieldId: 'f1', rule: 'required' },
      { event: 'form.submitted', path: '/', formId: 'form-1', success: true },
    ])
    expect(visit.sent[0]).toMatchObject({
      url: ENDPOINT,
      init: { credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true, mode: 'no-cors' },
    })
  })

  it('sends no term, no title, no reference of a form, and no event that has no row', async () => {
    storeChoice(ENDPOINT, 'accepted')
    const visit = await aVisit()
    visit.emit('search.performed', { facet: 'all', term: CANARY, totalCount: 3 })
    visit.emit('search.refined', { facet: 'all', term: CANARY, totalCount: 3, by: ['topic'] })
    visit.emit('search.zero', { facet: 'all', term: CANARY, totalCount: 0 })
    visit.emit('search.result-clicked', { facet: 'all', term: CANARY, path: `/${CANARY}`, position: 2 })
    visit.emit('route.requested', { path: `/search?term=${CANARY}` })
    visit.emit('session.changed', { isAuthenticated: true })
    visit.emit('route.changed', { path: '/', title: CANARY, statusCode: 200 })
    visit.emit('form.abandoned', { ...form, fieldId: 'f2' })
    const events = visit.leave()
    expect(JSON.stringify(visit.sent)).not.toContain(CANARY)
    expect(events.map(({ event }) => event)).toEqual([
      'route.changed',
      'search.performed',
      'search.refined',
      'search.zero',
      'search.result-clicked',
      'form.abandoned',
    ])
  })

  it('tells of the first page once, though the bus tells of it when it starts, and of those after it', async () => {
    storeChoice(ENDPOINT, 'accepted')
    const visit = await aVisit()
    visit.emit('route.changed', { path: '/', title: 'Home', statusCode: 200 })
    visit.emit('route.changed', { path: '/', title: 'Home', statusCode: 404 })
    expect(visit.leave()).toEqual([
      { event: 'route.changed', path: '/' },
      { event: 'route.changed', path: '/', statusCode: 404 },
    ])
  })

  it('asks with two buttons that are alike, first in the order of the keyboard, and moves no focus', async () => {
    const visit = await aVisit()
    expect(document.querySelector('.f-skip')?.nextElementSibling).toBe(visit.banner())
    expect(visit.banner()?.getAttribute('aria-labelledby')).toBe(visit.banner()?.querySelector('h2')?.id)
    const buttons = [...(visit.banner()?.querySelectorAll('button') ?? [])]
    expect(buttons.map(({ textContent }) => textContent)).toEqual([TEXT.accept, TEXT.reject])
    expect(new Set(buttons.map(({ className }) => className)).size).toBe(1)
    expect(document.activeElement).toBe(document.body)
  })

  it('remembers a rejection, asks no more, and sends nothing', async () => {
    const visit = await aVisit()
    visit.press(TEXT.reject)
    expect(visit.banner()).toBeNull()
    const later = await aVisit()
    expect(later.banner()).toBeNull()
    expect(later.asked).toEqual([])
    later.emit('form.started', form)
    expect(later.leave()).toEqual([])
  })

  it('asks again from the footer; what waits is dropped once the visitor has rejected', async () => {
    storeChoice(ENDPOINT, 'accepted')
    const visit = await aVisit()
    visit.emit('form.started', form)
    visit.press('Your choice')
    await visit.settled()
    expect(document.activeElement?.textContent).toBe(TEXT.title)
    visit.press(TEXT.reject)
    expect(document.activeElement?.textContent).toBe('Your choice')
    visit.emit('form.started', form)
    expect(visit.leave()).toEqual([])
  })

  it('remembers for half a year, and for whom it was asked', () => {
    const now = Date.UTC(2026, 10, 23)
    storeChoice(ENDPOINT, 'accepted', now)
    expect(readChoice(ENDPOINT, now + 181 * 86_400_000)).toBe('accepted')
    expect(readChoice(ENDPOINT, now + 183 * 86_400_000)).toBeNull()
    expect(readChoice('https://others.example/', now)).toBeNull()
  })

  it('takes what the browser says of its visitor for a rejection, and does not ask', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })
    const visit = await aVisit()
    expect(visit.banner()).toBeNull()
    expect(visit.leave()).toEqual([])
    expect(localStorage).toHaveLength(0)
  })

  it('asks nothing, and so sends nothing, where the site has no words for it', async () => {
    const visit = await aVisit({ hasText: false })
    visit.emit('form.started', form)
    expect(visit.banner()).toBeNull()
    expect(visit.leave()).toEqual([])
  })

  it('sends events together, after a few seconds at the latest, and at once when the page is left', async () => {
    jest.useFakeTimers()
    try {
      storeChoice(ENDPOINT, 'accepted')
      const visit = await aVisit()
      visit.emit('form.started', form)
      expect(visit.sent).toHaveLength(0)
      jest.runOnlyPendingTimers()
      expect(visit.sent).toHaveLength(1)
      visit.leave()
      visit.emit('form.abandoned', { ...form, fieldId: null })
      expect(visit.sent).toHaveLength(2)
    } finally {
      jest.useRealTimers()
    }
  })
})
