import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import { siteInspected } from './devinfo.slice.ts'

/** Read what is running from the host, which tells staff only: for others the page is not found. */
export function loadVersion({ slot, messages, inspect }: LoadRequest<VersionMessages>): Promise<LoadResult> {
  if (slot.view !== 'version') return Promise.resolve({})
  const head = { title: messages.title, robots: 'noindex' } as const
  return Promise.resolve(inspect ? { head, actions: [siteInspected(inspect())] } : { head, status: 403 })
}
