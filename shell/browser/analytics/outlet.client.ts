import type { Bus, BusEventName, BusEvents } from '@tessera/shared/contract'

/** Something that happened, as it is sent: the event's name, the path of the page, and what else its row lets through. */
export type AnalyticsEvent = Readonly<Record<string, unknown>> & { readonly event: BusEventName }

/** Carries events to wherever they are counted. */
export type Send = (events: readonly AnalyticsEvent[]) => void

/**
 * The events that are sent, and what of each: ids, places and numbers. Not what somebody has typed or searched for, not the
 * reference of a form, not the title of a page. What has no row here is not sent. Source: docs/decisions/0063.
 */
const SENT: { readonly [N in BusEventName]?: readonly (keyof BusEvents[N])[] } = {
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

/** Events wait for others this long, and no more than so many do. */
const WAIT_MS = 5_000
const MOST_WAITING = 20

/** Sends what the bus tells while it may. */
export interface Outlet {
  readonly follow: (bus: Pick<Bus, 'on'>) => void
  /** A page that no bus has told of is on the screen: the document's own. */
  readonly tellPage: () => void
  /** What waits is not sent any more. */
  readonly drop: () => void
}

/** @param isAllowed whether the visitor has agreed: asked for each event, and nothing is kept of those before */
export function createOutlet(send: Send, isAllowed: () => boolean): Outlet {
  let waiting: AnalyticsEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeaving = false
  /** The path that has been told already, until the bus tells it once more. */
  let toldPath: string | null = null

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length > 0) send(events)
  }
  const tell = (event: BusEventName, more: Readonly<Record<string, unknown>>) => {
    if (!isAllowed()) return
    waiting.push({ event, path: location.pathname, ...more })
    // Who leaves may not come back to this document.
    if (isLeaving || waiting.length >= MOST_WAITING) return flush()
    timer ??= setTimeout(flush, WAIT_MS)
  }
  const leave = () => {
    isLeaving = document.visibilityState === 'hidden'
    if (isLeaving) flush()
  }
  document.addEventListener('visibilitychange', leave)
  // Others tell that a form is abandoned when they hear this too.
  addEventListener('pagehide', () => {
    isLeaving = true
    flush()
  })
  addEventListener('pageshow', () => (isLeaving = false))
  return {
    follow(bus) {
      for (const [name, fields] of Object.entries(SENT) as [BusEventName, readonly string[]][])
        bus.on(name, (payload) => {
          const isTold = name === 'route.changed' && toldPath === location.pathname
          if (name === 'route.changed') toldPath = null
          if (!isTold) tell(name, pick(payload, fields))
        })
    },
    tellPage() {
      toldPath = location.pathname
      tell('route.changed', {})
    },
    drop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

const pick = (payload: object, fields: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)))

/**
 * Posts events as JSON to one address, also while the page goes: without cookies, referrer or an answer. As text, since a browser asks
 * another site for leave before it sends it JSON.
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
    }).catch(() => undefined) // what is not counted is nobody's loss
