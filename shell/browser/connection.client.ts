/** What browsers say of the connection; Safari and Firefox say nothing. */
interface ConnectionFacts {
  readonly effectiveType?: string
  /** Milliseconds to an answer, as the browser has lately seen it, in steps of 25. */
  readonly rtt?: number
  readonly saveData?: boolean
}

/** From here on a first tap waits over a second for the code of the app: it comes in four steps, one after the other. */
const SLOW_RTT_MS = 150

/** Whether a whole document comes faster than code that is not there yet. Not where nobody can tell. */
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

/** The line is looked at again after this long: not every browser tells when it is back. */
const RETRY_MS = 5_000
/** What does not answer within this time is slow, not gone. */
const PROBE_MS = 4_000

/** What a visitor wanted while there was no line. */
interface Held {
  /** Do it after all. */
  readonly again: () => void
  /** Whether it is done by itself as soon as the line is back; otherwise the visitor is told alone, and may try again. */
  readonly waits: boolean
}

/** What becomes of links and forms while nothing of the site can be reached: the page stays, and says so (shell/document/frame.ts). */
export interface Offline {
  /** Whether there is no line, as far as the browser knows or has just been found out. */
  readonly isKnown: () => boolean
  /** Find out. A slow connection is not gone. */
  readonly isGone: () => Promise<boolean>
  /** Say so, and wait for the line. What was held before is forgotten. */
  readonly hold: (held: Held) => void
  /** Nothing is waited for any more. */
  readonly end: () => void
}

/** @param ask asks the site for anything; rejects where nothing comes */
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
    // An alert is said when it appears, also once more.
    note?.toggleAttribute('hidden', true)
    requestAnimationFrame(() => note?.toggleAttribute('hidden', held === null))
  }
  window.addEventListener('online', () => void look(false))
  part('again')?.addEventListener('click', () => void look(true))
  part('stay')?.addEventListener('click', end)
  return {
    isKnown: () => !navigator.onLine || wasGone,
    isGone,
    hold(next) {
      end()
      held = next
      show(next)
      timer = setInterval(() => void look(false), RETRY_MS)
    },
    end,
  }
}

/** Its icon: a small file, of everybody's, that any cache on the way to the site may answer for. */
const askSite = (page: Document) => () =>
  fetch(page.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '/', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(PROBE_MS),
  })
