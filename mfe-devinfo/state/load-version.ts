import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import { siteInspected } from './devinfo.slice.ts'

/** Take over what the host says is running; it says so to staff only, and to nobody else is there such a page. */
export function loadVersion({ messages, inspect }: LoadRequest<VersionMessages>): Promise<LoadResult> {
  const head = { title: messages.title, robots: 'noindex' } as const
  return Promise.resolve(inspect ? { head, actions: [siteInspected(inspect())] } : { head, status: 403 })
}
