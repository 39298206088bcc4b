import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { isPlan, planAction } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { actionPlanned, siteInspected } from './devinfo.slice.ts'

/** Changes of the record that the version page shows; a rollback may go further back. */
const SHOWN_CHANGES = 12

/** Reads what is running from the host, which provides it only to staff; other visitors get a 403. */
export function loadVersion({ slot, messages, inspect }: LoadRequest<VersionMessages>): Promise<LoadResult> {
  if (slot.view !== 'version') return Promise.resolve({})
  const head = { title: messages.title, robots: 'noindex' } as const
  if (!inspect) return Promise.resolve({ head, status: 403 })
  const { control, ...inspection } = inspect()
  const shown = control && { control: { ...control, changes: control.changes.slice(0, SHOWN_CHANGES) } }
  return Promise.resolve({ head, actions: [siteInspected({ ...inspection, ...shown })] })
}

/** Reads the action to confirm from the query and plans it, for staff who may release; other visitors get a 403. */
export function loadConfirm({ messages, query, inspect }: LoadRequest<VersionMessages>): LoadResult {
  const { title, actions, inError } = messages.control
  const head = { title, robots: 'noindex' } as const
  const inspection = inspect?.()
  const control = inspection?.control
  if (!inspection || control?.access !== 'offered') return { head, status: 403 }
  const planned = planAction(query, control, inspection)
  const known = [actionPlanned(planned)]
  if (typeof planned === 'string') return { head, status: 409, actions: known }
  return isPlan(planned)
    ? { head: { ...head, title: actions[planned.name] }, actions: known }
    : { head: { ...head, title: inError(actions.schedule) }, status: 400, actions: known }
}
