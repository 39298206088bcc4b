import type { InspectedControl, InspectedEntry } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import { RecordTable } from './record-table.tsx'
import styles from './version.module.css'

interface ReleaseRecordProps {
  readonly control: InspectedControl
  readonly words: VersionMessages['control']
}

/** What was asked for on the page and what became of it, the newest changes of the signed record, and who may release what. */
export function ReleaseRecord({ control, words }: ReleaseRecordProps) {
  const { requests, apps, revoked } = control
  return (
    <>
      {requests.length > 0 && <h2 id="requests">{words.requests}</h2>}
      <ul className={styles['list']}>
        {requests.map((request) => (
          <Request key={request.number} request={request} words={words} />
        ))}
      </ul>
      <h2 id="record">{words.record}</h2>
      <Changes control={control} words={words} />
      <h2 id="who">{words.keys}</h2>
      <RecordTable
        labelledBy="who"
        headings={[words.release, words.holders, words.mayClaim]}
        rows={apps.map((entry) => ({ key: entry.app, cells: teamCells(entry, words) }))}
      />
      {revoked.map(({ id, by, at, why }) => (
        <p key={id}>{`${words.revoked(id, by, words.onClock(at))}: ${why}`}</p>
      ))}
    </>
  )
}

function Request({
  request: { number, action, by, at, why, state, lines },
  words,
}: Pick<ReleaseRecordProps, 'words'> & { readonly request: InspectedControl['requests'][number] }) {
  const name = action['do'] as keyof typeof words.actions
  const of = [action['app'], action['version'], action['to'], action['at']].filter(Boolean).join(' ')
  const [isGood, isOpen] = [state === 'done', state === 'waiting' || state === 'begun']
  return (
    <li>
      {`${number}. ${words.actions[name]} ${of}`.trim()}: {by}, <time dateTime={at}>{words.onClock(at)}</time>
      {why && ` – ${why}`}
      <br />
      <span className={isOpen ? undefined : styles[isGood ? 'good' : 'bad']}>
        {!isOpen && <span aria-hidden="true">{isGood ? '✓ ' : '✗ '}</span>}
        {words.states[state]}
      </span>
      {lines.length > 0 && (
        <pre lang="en" className={styles['said']}>
          {lines.join('\n')}
        </pre>
      )}
    </li>
  )
}

function Changes({ control: { changes, access }, words }: ReleaseRecordProps) {
  const canGoBack = access === 'offered'
  const headings = ['#', words.when, words.what, words.who, words.why]
  return (
    <RecordTable
      labelledBy="record"
      headings={canGoBack ? [...headings, words.actions.site] : headings}
      rows={changes.map(({ number, at, action, by, from, why }, index) => ({
        key: String(number),
        cells: [
          <time key="at" dir="ltr" dateTime={at}>
            {at.slice(0, 19).replace('T', ' ')}
          </time>,
          action,
          `${by}, ${from}`,
          why,
          ...(canGoBack
            ? [
                index > 0 && (
                  <a
                    key="back"
                    href={`version/confirm?do=site&to=${number}`}
                    aria-label={`${words.actions.site}: ${number}`}
                  >
                    {words.actions.site}
                  </a>
                ),
              ]
            : []),
        ],
      }))}
    />
  )
}

function teamCells({ team }: InspectedEntry, words: ReleaseRecordProps['words']): readonly string[] {
  if (!team) return [words.siteKey, '*']
  const grants = Object.entries(team.grants).filter(([, names]) => names.length > 0)
  return [
    team.keys.map(({ id, by, since }) => words.key(id, by, words.onClock(since))).join('; ') || words.siteKey,
    grants.map(([kind, names]) => `${kind}: ${names.join(', ')}`).join('; '),
  ]
}
