import type { ServedState } from '@tessera/shared/contract'

/** The server's state of the open page before and after a change. */
export interface ServerChange {
  readonly before: ServedState & Readonly<Record<string, unknown>>
  readonly now: ServerChange['before']
}

/** The event for the remotes, whose builds share no module with the page's own script. */
const EVENT = 'tessera-server-state'

/** Listen to changes of the server's state. */
export function onServerState(page: Document, take: (change: ServerChange) => void): void {
  page.addEventListener(EVENT, ({ detail }: Event & { readonly detail?: ServerChange }) => {
    if (detail) take(detail)
  })
}

/** Notifies the remotes of a page of changes in the server's state, whenever `look` is called. */
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
  // After a navigation the state of the new page is stored, to compare it after the next change.
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
