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
