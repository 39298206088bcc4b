import type { ServedState } from '@tessera/shared/contract'

/** What the server has said of the page on the screen before a change, and says now. */
export interface ServerChange {
  readonly before: ServedState & Readonly<Record<string, unknown>>
  readonly now: ServerChange['before']
}

/** From the page's own script to the remotes, whose builds share nothing with it. */
const EVENT = 'tessera-server-state'

/** Listen to what has changed on the server. */
export function onServerState(page: Document, take: (change: ServerChange) => void): void {
  page.addEventListener(EVENT, ({ detail }: Event & { readonly detail?: ServerChange }) => {
    if (detail) take(detail)
  })
}

/** Tells the remotes of a page what the server's state of it has become, each time that it is asked to look. */
export function createServerState(page: Document): { readonly look: () => Promise<void> } {
  let last: { readonly address: string; readonly state: ServerChange['before'] } | null = null
  const look = async (): Promise<void> => {
    const address = addressOf(page.location)
    const now = await fetchState(address)
    const before = last?.address === address ? last.state : null
    if (now?.page === undefined || addressOf(page.location) !== address) return
    last = { address, state: now }
    if (before && JSON.stringify(before) !== JSON.stringify(now))
      page.dispatchEvent(new CustomEvent(EVENT, { detail: { before, now } satisfies ServerChange }))
  }
  // What is said of another page is remembered before anything of it changes.
  const { navigation } = globalThis as { readonly navigation?: EventTarget }
  navigation?.addEventListener('navigatesuccess', () => {
    if (last?.address !== addressOf(page.location)) void look().catch(() => undefined)
  })
  return { look }
}

const addressOf = ({ pathname, search }: Location): string => `${pathname}${search}`

async function fetchState(address: string): Promise<ServerChange['before'] | null> {
  const response = await fetch(`${address}${address.includes('?') ? '&' : '?'}redux=true`)
  return response.ok ? ((await response.json()) as ServerChange['before']) : null
}
