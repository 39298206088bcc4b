/** The Network Information API, which Safari and Firefox do not have. */
interface ConnectionFacts {
  readonly effectiveType?: string
  /** Recent round-trip time in milliseconds, in steps of 25. */
  readonly rtt?: number
  readonly saveData?: boolean
}

/** From this value on a first tap waits over a second for the code of the app, which loads in four steps, one after the other. */
const SLOW_RTT_MS = 150

/** Whether a whole document loads faster than code that is not loaded yet. False when the browser gives no data. */
export function isSlowConnection(page: Document): boolean {
  const { effectiveType = '4g', rtt = 0 } = connectionOf(page)
  return effectiveType !== '4g' || rtt >= SLOW_RTT_MS
}

/** Whether the visitor has asked sites to save data. */
export const wantsLessData = (page: Document): boolean => connectionOf(page).saveData === true

/** Whether the visitor came to this page from another one of this site. */
export const isWithinVisit = ({ referrer }: Pick<Document, 'referrer'>): boolean =>
  referrer.startsWith(`${location.origin}/`)

const connectionOf = ({ defaultView }: Document): ConnectionFacts =>
  (defaultView?.navigator as { readonly connection?: ConnectionFacts } | undefined)?.connection ?? {}

/** Interval between checks of the connection: not every browser reports when it is back. */
const RETRY_MS = 5_000
/** A site that does not answer within this time is slow, not unreachable. */
const PROBE_MS = 4_000

/** A visitor's action that could not be carried out while the browser was offline. */
interface PendingAction {
  /** Repeat the action. */
  readonly retry: () => void
  /** Whether the action is repeated automatically once the browser is online; otherwise the visitor may only try again. */
  readonly waits: boolean
}

/** Handling of links and forms while the site cannot be reached: the page stays, with a note (shell/document/frame.ts). */
export interface Offline {
  /** Whether the browser is offline, by its own report or by the last check, unless the site has answered since. */
  readonly isKnown: () => boolean
  /** Check whether the site is unreachable. A slow connection does not count as unreachable. */
  readonly isUnreachable: () => Promise<boolean>
  /** To be called with an answer of the site, which it returns: the site can be reached. */
  readonly markReachable: <Answer>(answer: Answer) => Answer
  /** Show the note, and wait for the connection. An earlier pending action is discarded. */
  readonly defer: (pending: PendingAction) => void
  /** Hide the note and discard the pending action. */
  readonly end: () => void
}

/** @param ask sends any request to the site; rejects when there is no response */
export function createOffline(page: Document, ask: () => Promise<unknown> = askSite(page)): Offline {
  let wasUnreachable = false
  let pending: PendingAction | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  const note = page.getElementById('offline')
  const part = (name: string) => note?.querySelector<HTMLElement>(`[data-offline="${name}"]`)

  const isUnreachable = async () => {
    const reached = await ask().then(
      () => true,
      ({ name }: Error) => name === 'TimeoutError' && navigator.onLine,
    )
    return (wasUnreachable = !reached)
  }
  const end = () => {
    pending = null
    clearInterval(timer)
    note?.toggleAttribute('hidden', true)
  }
  const check = async (isManual: boolean) => {
    const own = pending
    const isStillUnreachable = await isUnreachable()
    if (own === null || own !== pending) return
    if (isStillUnreachable) return isManual && show(own)
    end()
    if (own.waits || isManual) own.retry()
  }
  const show = ({ waits }: PendingAction) => {
    part('waits')?.toggleAttribute('hidden', !waits)
    // Screen readers announce an alert when it appears, so it is hidden first to be announced again.
    note?.toggleAttribute('hidden', true)
    requestAnimationFrame(() => note?.toggleAttribute('hidden', pending === null))
  }
  window.addEventListener('online', () => void check(false))
  part('again')?.addEventListener('click', () => void check(true))
  part('stay')?.addEventListener('click', end)
  return {
    isKnown: () => !navigator.onLine || wasUnreachable,
    isUnreachable,
    markReachable(answer) {
      wasUnreachable = false
      return answer
    },
    defer(next) {
      end()
      pending = next
      show(next)
      timer = setInterval(() => void check(false), RETRY_MS)
    },
    end,
  }
}

/** Requests the site's icon: a small public file, which any cache in front of the site may serve. */
const askSite = (page: Document) => () =>
  fetch(page.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '/', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_MS),
  })
