import type { InspectedControl, InspectedEntry } from '@tessera/shared/contract'
import type { VersionMessages } from '../messages/index.ts'
import { RecordTable } from './record-table.tsx'
import styles from './version.module.css'

interface ReleaseRecordProps {
  readonly control: InspectedControl
  readonly messages: VersionMessages['control']
}

/** Requests of staff and their results, the newest changes of the signed record, and the keys that may release each app. */
export function ReleaseRecord({ control, messages }: ReleaseRecordProps) {
  const { requests, apps, revoked } = control
  return (
    <>
      {requests.length > 0 && <h2 id="requests">{messages.requests}</h2>}
      <ul className={styles['list']}>
        {requests.map((request) => (
          <Request key={request.number} request={request} messages={messages} />
        ))}
      </ul>
      <h2 id="record">{messages.record}</h2>
      <Changes control={control} messages={messages} />
      <h2 id="who">{messages.keys}</h2>
      <RecordTable
        labelledBy="who"
        headings={[messages.release, messages.holders, messages.mayClaim]}
        rows={apps.map((entry) => ({ key: entry.app, cells: teamCells(entry, messages) }))}
      />
      {revoked.map(({ id, by, at, why }) => (
        <p key={id}>{`${messages.revoked(id, by, messages.onClock(at))}: ${why}`}</p>
      ))}
    </>
  )
}

function Request({
  request: { number, action, by, at, why, state, lines },
  messages,
}: Pick<ReleaseRecordProps, 'messages'> & { readonly request: InspectedControl['requests'][number] }) {
  const name = action['do'] as keyof typeof messages.actions
  const of = [action['app'], action['version'], action['to'], action['at']].filter(Boolean).join(' ')
  const [isGood, isOpen] = [state === 'done', state === 'waiting' || state === 'begun']
  return (
    <li>
      {`${number}. ${messages.actions[name]} ${of}`.trim()}: {by},{' '}
      <time dateTime={at}>{messages.onClock(at)}</time>
      {why && ` – ${why}`}
      <br />
      <span className={isOpen ? undefined : styles[isGood ? 'good' : 'bad']}>
        {!isOpen && <span aria-hidden="true">{isGood ? '✓ ' : '✗ '}</span>}
        {messages.states[state]}
      </span>
      {lines.length > 0 && (
        <pre lang="en" className={styles['said']}>
          {lines.join('\n')}
        </pre>
      )}
    </li>
  )
}

function Changes({ control: { changes, access }, messages }: ReleaseRecordProps) {
  const canGoBack = access === 'offered'
  const headings = ['#', messages.when, messages.what, messages.who, messages.why]
  return (
    <RecordTable
      labelledBy="record"
      headings={canGoBack ? [...headings, messages.actions.site] : headings}
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
                    aria-label={`${messages.actions.site}: ${number}`}
                  >
                    {messages.actions.site}
                  </a>
                ),
              ]
            : []),
        ],
      }))}
    />
  )
}

function teamCells({ team }: InspectedEntry, messages: ReleaseRecordProps['messages']): readonly string[] {
  if (!team) return [messages.siteKey, '*']
  const grants = Object.entries(team.grants).filter(([, names]) => names.length > 0)
  return [
    team.keys.map(({ id, by, since }) => messages.key(id, by, messages.onClock(since))).join('; ') ||
      messages.siteKey,
    grants.map(([kind, names]) => `${kind}: ${names.join(', ')}`).join('; '),
  ]
}
