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
interface Held {
  /** Repeat the action. */
  readonly again: () => void
  /** Whether the action is repeated automatically once the browser is online; otherwise the visitor may only try again. */
  readonly waits: boolean
}

/** Handling of links and forms while the site cannot be reached: the page stays, with a note (shell/document/frame.ts). */
export interface Offline {
  /** Whether the browser is offline, by its own report or by the last check, unless the site has answered since. */
  readonly isKnown: () => boolean
  /** Check whether the site is unreachable. A slow connection does not count as unreachable. */
  readonly isGone: () => Promise<boolean>
  /** To be called with an answer of the site, which it returns: the site can be reached. */
  readonly answered: <Answer>(answer: Answer) => Answer
  /** Show the note, and wait for the connection. An action that was held before is discarded. */
  readonly hold: (held: Held) => void
  /** Hide the note and discard the held action. */
  readonly end: () => void
}

/** @param ask sends any request to the site; rejects when there is no response */
export function createOffline(page: Document, ask: () => Promise<unknown> = askSite(page)): Offline {
  let wasGone = false
  let held: Held | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  const note = page.getElementById('offline')
  const part = (name: string) => note?.querySelector<HTMLElement>(`[data-offline="${name}"]`)

  const isGone = async () => {
    const reached = await ask().then(
      () => true,
      ({ name }: Error) => name === 'TimeoutError' && navigator.onLine,
    )
    return (wasGone = !reached)
  }
  const end = () => {
    held = null
    clearInterval(timer)
    note?.toggleAttribute('hidden', true)
  }
  const look = async (isAsked: boolean) => {
    const own = held
    const stillGone = await isGone()
    if (own === null || own !== held) return
    if (stillGone) return isAsked && show(own)
    end()
    if (own.waits || isAsked) own.again()
  }
  const show = ({ waits }: Held) => {
    part('waits')?.toggleAttribute('hidden', !waits)
    // Screen readers announce an alert when it appears, so it is hidden first to be announced again.
    note?.toggleAttribute('hidden', true)
    requestAnimationFrame(() => note?.toggleAttribute('hidden', held === null))
  }
  window.addEventListener('online', () => void look(false))
  part('again')?.addEventListener('click', () => void look(true))
  part('stay')?.addEventListener('click', end)
  return {
    isKnown: () => !navigator.onLine || wasGone,
    isGone,
    answered(answer) {
      wasGone = false
      return answer
    },
    hold(next) {
      end()
      held = next
      show(next)
      timer = setInterval(() => void look(false), RETRY_MS)
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
