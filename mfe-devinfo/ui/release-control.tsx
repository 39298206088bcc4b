import type { ReactNode } from 'react'
import type { InspectedControl } from '@tessera/shared/contract'
import { FieldFrame } from '@tessera/shared/ui'
import type { ActionName, Plannable } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { ReleaseRecord } from './release-record.tsx'
import { ReleaseSelect } from './release-select.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import styles from './version.module.css'

interface ReleaseControlProps {
  readonly control: InspectedControl
  readonly plannable: readonly Plannable[]
  readonly words: VersionMessages['control']
}

/** What of the release document staff may change, with what was asked for, what was changed, and who may release what. */
export function ReleaseControl({ control, plannable, words }: ReleaseControlProps) {
  const { access, frozen } = control
  return (
    <>
      <h2 id="actions">{words.title}</h2>
      <p>{access === 'offered' ? words.nextHint : words[access]}</p>
      {frozen && (
        <p className={styles['bad']}>{words.isFrozen(frozen.by, words.onClock(frozen.at), frozen.why)}</p>
      )}
      <Waiting control={control} words={words} />
      {access === 'offered' && <Offered control={control} plannable={plannable} words={words} />}
      <ReleaseRecord control={control} words={words} />
    </>
  )
}

/** Canaries and scheduled releases: those that wait to become live. */
function Waiting({ control: { access, apps }, words }: Omit<ReleaseControlProps, 'plannable'>) {
  const mayAct = access === 'offered'
  const canaries = apps.flatMap(({ app, canary }) => (canary ? [{ ...canary, app }] : []))
  const plans = apps.flatMap(({ app, scheduled }) => (scheduled ? [{ ...scheduled, app }] : []))
  return (
    <>
      {canaries.map(({ app, version, percent }) => (
        <div key={app} className={styles['pin']}>
          <span>{words.canary(`${app} ${version}`, percent)}</span>
          {mayAct && <Choice name="promote" release={`${app}@${version}`} words={words} />}
          {mayAct && <Choice name="halt" release={`${app}@${version}`} words={words} />}
        </div>
      ))}
      {plans.map(({ app, version, at, by, why }) => (
        <div key={app} className={styles['pin']}>
          <span>
            {words.plan(`${app} ${version}`, words.onClock(at), by)}
            {why && ` – ${why}`}
          </span>
          {mayAct && <Choice name="unschedule" release={`${app}@${version}`} words={words} />}
        </div>
      ))}
    </>
  )
}

/** What needs a choice of its own. */
function Offered({ control: { apps, frozen }, plannable, words }: ReleaseControlProps) {
  const earlier = apps
    .filter(({ previous }) => previous.length > 0)
    .map(({ app, previous }) => ({ app, versions: previous }))
  return (
    <>
      {plannable.length > 0 && (
        <div className={styles['choice']}>
          <h3>{words.actions.schedule}</h3>
          <ScheduleForm action="version/confirm" plannable={plannable} words={words} />
        </div>
      )}
      {earlier.length > 0 && (
        <Choice name="back" isBlock words={words}>
          <ReleaseSelect id="back-release" label={words.earlier} apps={earlier} />
        </Choice>
      )}
      <Choice name="site" isBlock words={words}>
        <FieldFrame id="site-at" label={words.moment}>
          {(control) => <input {...control} type="datetime-local" name="at" step={1} required />}
        </FieldFrame>
      </Choice>
      <Choice name={frozen ? 'unfreeze' : 'freeze'} isBlock words={words}>
        <p>{words.will[frozen ? 'unfreeze' : 'freeze']}</p>
      </Choice>
    </>
  )
}

/** A form that leads to what an action will change; it changes nothing itself. */
function Choice({
  name,
  release,
  isBlock = false,
  words,
  children,
}: {
  readonly name: ActionName
  readonly release?: string
  readonly isBlock?: boolean
  readonly words: ReleaseControlProps['words']
  readonly children?: ReactNode
}) {
  return (
    <form action="version/confirm" className={isBlock ? styles['choice'] : undefined}>
      {isBlock && <h3>{words.actions[name]}</h3>}
      <input type="hidden" name="do" value={name} />
      {release && <input type="hidden" name="release" value={release} />}
      {children}
      <button className="button">{words.actions[name]}</button>
    </form>
  )
}
