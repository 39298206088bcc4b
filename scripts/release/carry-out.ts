import type { ReleaseRequest } from '../../shell/release-requests/release-request.server.ts'
import { readDocument } from './change-document.ts'
import { goBackTo, goBackToVersion, type Patience, type Say } from './go-live.ts'
import { freeze, unfreeze, unschedule } from './make-live.ts'
import { haltCanary, promoteCanary } from './run-canary.ts'

/**
 * Carry out what somebody has asked for, as the command of the same name does.
 * @throws Error that says why it is refused
 */
export async function carryOut(
  releases: string,
  { action, why }: Pick<ReleaseRequest, 'action' | 'why'>,
  say: Say,
  patience: Patience,
): Promise<void> {
  const note = { ...patience, why }
  switch (action.do) {
    case 'promote':
    case 'halt': {
      const canary = (await readDocument(releases)).apps[action.app]?.canary
      if (canary?.version !== action.version)
        throw new Error(`${action.app} ${action.version} is no canary any more`)
      return (action.do === 'promote' ? promoteCanary : haltCanary)(releases, action.app, say, note)
    }
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
    case 'unschedule':
      await unschedule(releases, action.app, { ...note, version: action.version })
      return say(`${action.app} ${action.version} is scheduled no longer`)
  }
}
