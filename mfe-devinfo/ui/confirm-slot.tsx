import type { SlotProps } from '@tessera/shared/contract'
import { TIME_ZONE } from '@tessera/shared/messages'
import { ErrorSummary, FieldFrame, useSelector } from '@tessera/shared/ui'
import { ACTION_PATH, isPlan, type ActionPlan, type Planned } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { RecordTable } from './record-table.tsx'
import { ScheduleForm, TIME_FIELD } from './schedule-form.tsx'
import styles from './version.module.css'

type Words = VersionMessages['control']

/** What an action will change, and the form that confirms it; from the state of its page. */
export function ConfirmSlot({ messages: { control: words } }: SlotProps<VersionMessages>) {
  const { plan } = useSelector((state) => selectDevinfo(state))
  const language = useSelector((state) => state.page.head.language)
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{titleOf(plan, words)}</h1>
      <Body plan={plan} language={language} words={words} />
      <p className={styles['leave']}>
        <a href="../version">{words.cancel}</a>
      </p>
    </div>
  )
}

function titleOf(plan: Planned | null, words: Words): string {
  if (plan === null || typeof plan === 'string') return words.title
  return words.actions[isPlan(plan) ? plan.name : 'schedule']
}

function Body({ plan, ...others }: { readonly plan: Planned | null } & Omit<ConfirmationProps, 'plan'>) {
  const { words } = others
  if (plan === null) return <p>{words['not-granted']}</p>
  if (typeof plan === 'string') return <p>{words.noPlan[plan]}</p>
  if (isPlan(plan)) return <Confirmation plan={plan} {...others} />
  const message = words.timeProblems[plan.problem](TIME_ZONE)
  return (
    <>
      <ErrorSummary title={words.problem} errors={[{ controlId: TIME_FIELD, message }]} isFromServer />
      <ScheduleForm action="../version/confirm" plannable={plan.plannable} refused={plan} words={words} />
    </>
  )
}

interface ConfirmationProps {
  readonly plan: ActionPlan
  readonly language: string
  readonly words: Words
}

function Confirmation({
  plan: { name, fields, changes, ends, at, replaces, moment },
  language,
  words,
}: ConfirmationProps) {
  const isFreeze = name === 'freeze'
  const { app, version } = fields
  return (
    <>
      {app && version && (
        <p>
          <code>{`${app} ${version}`}</code>
        </p>
      )}
      {at && <p>{words.goesLive(words.onClock(at), at.slice(0, 16).replace('T', ' '))}</p>}
      {replaces && <p>{words.replaces(`${replaces.app} ${replaces.version}`, words.onClock(replaces.at))}</p>}
      <p id="will">{words.will[name]}</p>
      {moment && <p>{words.ofRecord(moment.number, moment.at)}</p>}
      {changes.length > 0 && (
        <RecordTable
          labelledBy="will"
          width="narrow"
          headings={[words.release, words.now, words.then]}
          rows={changes.map(({ app: changed, now, then }) => ({
            key: changed,
            cells: [<code key="now">{now}</code>, <code key="then">{then}</code>],
          }))}
        />
      )}
      {ends.map((one) => (
        <p key={`${one.app} ${one.version}`}>{words.ends(`${one.app} ${one.version}`)}</p>
      ))}
      <form method="post" action={ACTION_PATH} className={styles['choice']}>
        {Object.entries({ ...fields, language }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <FieldFrame id="why" label={isFreeze ? words.why : words.whyOptional} hint={words.whyHint}>
          {(control) => <textarea {...control} name="why" rows={2} maxLength={1_000} required={isFreeze} />}
        </FieldFrame>
        <button className="button">{words.actions[name]}</button>
      </form>
    </>
  )
}
