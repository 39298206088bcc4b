import type { ReactNode } from 'react'
import type { InspectedControl, InspectedShell } from '@tessera/shared/contract'
import { FieldFrame } from '@tessera/shared/ui'
import { canaryState } from '../domain/canary-rows.ts'
import type { ActionName, Plannable } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { ReleaseRecord } from './release-record.tsx'
import { ReleaseSelect } from './release-select.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import styles from './version.module.css'

interface ReleaseControlProps {
  readonly control: InspectedControl
  readonly shells: readonly InspectedShell[]
  readonly plannable: readonly Plannable[]
  readonly messages: VersionMessages['control']
}

/** The release actions for staff, with the requests, the record of changes, and the keys of each app. */
export function ReleaseControl({ control, shells, plannable, messages }: ReleaseControlProps) {
  const { access, frozen } = control
  return (
    <>
      <h2 id="actions">{messages.title}</h2>
      <p>{access === 'offered' ? messages.nextHint : messages[access]}</p>
      {frozen && (
        <p className={styles['bad']}>
          {messages.isFrozen(frozen.by, messages.onClock(frozen.at), frozen.why)}
        </p>
      )}
      <Waiting control={control} shells={shells} messages={messages} />
      {access === 'offered' && <Offered control={control} plannable={plannable} messages={messages} />}
      <ReleaseRecord control={control} messages={messages} />
    </>
  )
}

/** Canaries and scheduled releases, with their actions. */
function Waiting({ control: { access, apps }, shells, messages }: Omit<ReleaseControlProps, 'plannable'>) {
  const mayAct = access === 'offered'
  const canaries = apps.flatMap(({ app, canary }) =>
    canary ? [{ ...canary, ...canaryState(shells, app, canary.version), app }] : [],
  )
  const plans = apps.flatMap(({ app, scheduled }) => (scheduled ? [{ ...scheduled, app }] : []))
  return (
    <>
      {canaries.map(({ app, version, percent, isSeen, isHalted }) => (
        <div key={app} className={styles['pin']}>
          <span>
            {isSeen ? messages.canary(`${app} ${version}`, percent) : messages.unseen(`${app} ${version}`)}
          </span>
          {mayAct && !isHalted && <Choice name="promote" release={`${app}@${version}`} messages={messages} />}
          {mayAct && <Choice name="halt" release={`${app}@${version}`} messages={messages} />}
        </div>
      ))}
      {plans.map(({ app, version, at, by, why }) => (
        <div key={app} className={styles['pin']}>
          <span>
            {messages.plan(`${app} ${version}`, messages.onClock(at), by)}
            {why && ` – ${why}`}
          </span>
          {mayAct && <Choice name="unschedule" release={`${app}@${version}`} messages={messages} />}
        </div>
      ))}
    </>
  )
}

/** Actions that need further input. */
function Offered({ control: { apps, frozen }, plannable, messages }: Omit<ReleaseControlProps, 'shells'>) {
  const earlier = apps
    .filter(({ previous }) => previous.length > 0)
    .map(({ app, previous }) => ({ app, versions: previous }))
  return (
    <>
      {plannable.length > 0 && (
        <div className={styles['choice']}>
          <h3>{messages.actions.schedule}</h3>
          <ScheduleForm action="version/confirm" plannable={plannable} messages={messages} />
        </div>
      )}
      {earlier.length > 0 && (
        <Choice name="back" isBlock messages={messages}>
          <ReleaseSelect id="back-release" label={messages.earlier} apps={earlier} />
        </Choice>
      )}
      <Choice name="site" isBlock messages={messages}>
        <FieldFrame id="site-at" label={messages.moment}>
          {(control) => <input {...control} type="datetime-local" name="at" step={1} required />}
        </FieldFrame>
      </Choice>
      <Choice name={frozen ? 'unfreeze' : 'freeze'} isBlock messages={messages}>
        <p>{messages.will[frozen ? 'unfreeze' : 'freeze']}</p>
      </Choice>
    </>
  )
}

/** A GET form that leads to the confirmation page of an action; it changes nothing itself. */
function Choice({
  name,
  release,
  isBlock = false,
  messages,
  children,
}: {
  readonly name: ActionName
  readonly release?: string
  readonly isBlock?: boolean
  readonly messages: ReleaseControlProps['messages']
  readonly children?: ReactNode
}) {
  return (
    <form action="version/confirm" className={isBlock ? styles['choice'] : undefined}>
      {isBlock && <h3>{messages.actions[name]}</h3>}
      <input type="hidden" name="do" value={name} />
      {release && <input type="hidden" name="release" value={release} />}
      {children}
      <button className="button">{messages.actions[name]}</button>
    </form>
  )
}
