import type { Bus, BusEventName, BusEvents } from '@tessera/shared/contract'

/** An event as it is sent: its name, the path of the page, and the fields that its row in `ALLOWED_EVENTS` allows. */
export type AnalyticsEvent = Readonly<Record<string, unknown>> & { readonly event: BusEventName }

/** Sends events to the analytics service. */
export type Send = (events: readonly AnalyticsEvent[]) => void

/**
 * The events that are sent, with the fields of each: ids, positions and numbers. Never text that a visitor has typed or searched
 * for, never the reference of a form or the title of a page. Events without a row here are not sent. Source: docs/decisions/0063.
 */
const ALLOWED_EVENTS: { readonly [N in BusEventName]?: readonly (keyof BusEvents[N])[] } = {
  'route.changed': ['statusCode'],
  'search.performed': ['facet', 'listing', 'totalCount'],
  'search.refined': ['facet', 'listing', 'totalCount', 'by'],
  'search.zero': ['facet', 'listing'],
  'search.result-clicked': ['facet', 'listing', 'position'],
  'form.started': ['formId', 'pageIndex'],
  'form.page-changed': ['formId', 'pageIndex', 'fromPageIndex'],
  'form.error': ['formId', 'pageIndex', 'fieldId', 'part', 'rule'],
  'form.submitted': ['formId', 'success'],
  'form.abandoned': ['formId', 'pageIndex', 'fieldId'],
}

/** Events are sent in batches: after this time, or when this many are waiting. */
const BATCH_MS = 5_000
const MAX_BATCH = 20

/** Sends events of the bus while the visitor allows it. */
export interface Tracker {
  readonly follow: (bus: Pick<Bus, 'on'>) => void
  /** Send `route.changed` for the document's own page, which the bus has not announced yet. */
  readonly trackPage: () => void
  /** Discard the events that wait to be sent. */
  readonly discard: () => void
}

/** @param isAllowed whether the visitor has agreed: called for each event; earlier events are not kept */
export function createTracker(send: Send, isAllowed: () => boolean): Tracker {
  let waiting: AnalyticsEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeaving = false
  /** The path that `trackPage` has sent, until the bus announces it too. */
  let trackedPath: string | null = null

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length > 0) send(events)
  }
  const enqueue = (event: BusEventName, more: Readonly<Record<string, unknown>>) => {
    if (!isAllowed()) return
    waiting.push({ event, path: location.pathname, ...more })
    // A visitor who leaves this document may never return to it.
    if (isLeaving || waiting.length >= MAX_BATCH) return flush()
    timer ??= setTimeout(flush, BATCH_MS)
  }
  const leave = () => {
    isLeaving = document.visibilityState === 'hidden'
    if (isLeaving) flush()
  }
  document.addEventListener('visibilitychange', leave)
  // Other listeners of this event emit `form.abandoned`, which is then sent at once.
  addEventListener('pagehide', () => {
    isLeaving = true
    flush()
  })
  addEventListener('pageshow', () => (isLeaving = false))
  return {
    follow(bus) {
      for (const [name, fields] of Object.entries(ALLOWED_EVENTS) as [BusEventName, readonly string[]][])
        bus.on(name, (payload) => {
          const isTold = name === 'route.changed' && trackedPath === location.pathname
          if (name === 'route.changed') trackedPath = null
          if (!isTold) enqueue(name, pick(payload, fields))
        })
    },
    trackPage() {
      trackedPath = location.pathname
      enqueue('route.changed', {})
    },
    discard() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

const pick = (payload: object, fields: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)))

/**
 * Posts events as JSON to one address, also while the page unloads: without cookies and referrer, and without reading the response. The
 * content type is text, since a browser sends a CORS preflight before it posts JSON to another site.
 */
export const createBeacon =
  (endpoint: string): Send =>
  (events) =>
    void fetch(endpoint, {
      method: 'POST',
      body: JSON.stringify({ language: document.documentElement.lang, events }),
      keepalive: true,
      credentials: 'omit',
      mode: 'no-cors',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined) // a lost event does no harm
