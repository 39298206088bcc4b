/** Test tools for a remote in a repository of its own: builders, a content client in memory, and the check that a site makes. */
import { toAppError, type ServerRemote } from '@tessera/shared/contract'
import { checkCandidate } from '../../shell/releases/check-candidate.server.ts'
import { viewProblems } from '../release/check-views.ts'
import { reasonsOf } from '../../shell/reports/shell-report.server.ts'

export {
  aFormElement,
  aFormMap,
  anEntry,
  aNode,
  createMemoryClient,
  until,
} from '@tessera/shared/testing/remotes'
export type { MemoryAnswers } from '@tessera/shared/testing/remotes'

/**
 * Why a site would refuse a remote, one line each: its contract, its manifest, a view without a fixture, a fixture that does not render.
 * Empty when it would not. The other live remotes of the site are not known here.
 */
export function fixtureProblems<Messages>(remote: ServerRemote<Messages>): readonly string[] {
  try {
    const given = remote as ServerRemote as Parameters<typeof checkCandidate>[1]
    checkCandidate(remote.manifest.name, given)
    return viewProblems(given)
  } catch (thrown) {
    const error = toAppError(thrown)
    return [error.message, ...reasonsOf(error)]
  }
}
