import { CANDIDATE_PATH } from '@tessera/shared/config'
import type { InspectedRelease } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import styles from './version.module.css'

interface CandidatesProps {
  readonly releases: readonly InspectedRelease[]
  readonly messages: VersionMessages
}

/** Candidate releases, with forms to preview one in this session only, and to end the preview. */
export function Candidates({ releases, messages }: CandidatesProps) {
  const pinned = releases.find((release) => release.pinned !== null)
  const waiting = releases.filter(({ candidates }) => candidates.length > 0)
  return (
    <>
      <p>{messages.candidatesHint}</p>
      {pinned && (
        <form method="post" action={CANDIDATE_PATH} className={styles['pin']}>
          <p>
            {messages.trying} <code>{`${pinned.app} ${pinned.pinned ?? ''}`}</code>
          </p>
          <input type="hidden" name="reset" value="true" />
          <button className="button">{messages.reset}</button>
        </form>
      )}
      {waiting.length === 0 && <p>{messages.noCandidates}</p>}
      {waiting.map(({ app, candidates }) => (
        <form key={app} method="post" action={CANDIDATE_PATH} className={styles['pin']}>
          <input type="hidden" name="app" value={app} />
          <label htmlFor={`candidate-${app}`}>
            {messages.candidate}, {app}
          </label>
          <select id={`candidate-${app}`} name="version">
            {candidates.map((version) => (
              <option key={version}>{version}</option>
            ))}
          </select>
          <button className="button">{messages.tryIt}</button>
        </form>
      ))}
    </>
  )
}
