import type { ReleaseAction, ReleaseRequest } from '../../shell/release-requests/release-request.server.ts'
import { readDocument } from './change-document.ts'
import { goBackTo, goBackToVersion, type ChangeOptions, type Say } from './go-live.ts'
import { freeze, schedule, unfreeze, unschedule } from './make-live.ts'
import { haltCanary, promoteCanary } from './run-canary.ts'

/**
 * Carry out a request as the command of the same name does.
 * @param options with the current time, in milliseconds since 1970
 * @throws Error that says why it is refused
 */
export async function carryOut(
  releases: string,
  { action, why }: Pick<ReleaseRequest, 'action' | 'why'>,
  say: Say,
  { now, ...options }: ChangeOptions & { readonly now: number },
): Promise<void> {
  const note = { ...options, why }
  switch (action.do) {
    case 'promote':
    case 'halt':
      return endCanary(releases, action, say, note)
    case 'back':
      return goBackToVersion(releases, action.app, action.version, say, note)
    case 'site':
      return goBackTo(releases, null, action.to, say, note)
    case 'freeze':
      await freeze(releases, note)
      return say('Releases are frozen')
    case 'unfreeze':
      await unfreeze(releases, note)
      return say('Releases are no longer frozen')
    case 'schedule':
      return plan(releases, action, say, { ...note, now })
    case 'unschedule':
      await unschedule(releases, action.app, { ...note, version: action.version })
      return say(`${action.app} ${action.version} is scheduled no longer`)
  }
}

type Action<Name extends ReleaseAction['do']> = Extract<ReleaseAction, { do: Name }>

async function endCanary(
  releases: string,
  action: Action<'promote' | 'halt'>,
  say: Say,
  note: ChangeOptions,
): Promise<void> {
  const canary = (await readDocument(releases)).apps[action.app]?.canary
  if (canary?.version !== action.version)
    throw new Error(`${action.app} ${action.version} is no longer a canary`)
  await (action.do === 'promote' ? promoteCanary : haltCanary)(releases, action.app, say, note)
}

/** Schedule a candidate. Other releases in the store are refused, because they have not passed the gate. */
async function plan(
  releases: string,
  { app, version, at }: Action<'schedule'>,
  say: Say,
  { now, ...note }: ChangeOptions & { readonly now: number },
): Promise<void> {
  const { candidates = [] } = (await readDocument(releases)).apps[app] ?? {}
  if (!candidates.includes(version)) throw new Error(`${app} ${version} is no longer a candidate`)
  if (Date.parse(at) <= now) throw new Error(`${at} is over: ${app} ${version} is not scheduled`)
  await schedule(releases, app, { version, at }, note)
  say(`${app} ${version} goes live at ${at}; until then it is a candidate`)
}
