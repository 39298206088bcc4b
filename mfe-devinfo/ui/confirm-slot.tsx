import type { SlotProps } from '@tessera/shared/contract'
import { TIME_ZONE } from '@tessera/shared/messages'
import { ErrorSummary, FieldFrame, useSelector } from '@tessera/shared/ui'
import { ACTION_PATH, isPlan, type ActionPlan, type Planned } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { RecordTable } from './record-table.tsx'
import { ScheduleForm, TIME_FIELD } from './schedule-form.tsx'
import styles from './version.module.css'

type Messages = VersionMessages['control']

/** The confirmation page of an action: its changes, and the form to confirm it. */
export function ConfirmSlot({ messages: { control: messages } }: SlotProps<VersionMessages>) {
  const { plan } = useSelector((state) => selectDevinfo(state))
  const language = useSelector((state) => state.page.head.language)
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{titleOf(plan, messages)}</h1>
      <Body plan={plan} language={language} messages={messages} />
      <p className={styles['leave']}>
        <a href="../version">{messages.cancel}</a>
      </p>
    </div>
  )
}

function titleOf(plan: Planned | null, messages: Messages): string {
  if (plan === null || typeof plan === 'string') return messages.title
  return messages.actions[isPlan(plan) ? plan.name : 'schedule']
}

function Body({ plan, ...others }: { readonly plan: Planned | null } & Omit<ConfirmationProps, 'plan'>) {
  const { messages } = others
  if (plan === null) return <p>{messages['not-granted']}</p>
  if (typeof plan === 'string') return <p>{messages.noPlan[plan]}</p>
  if (isPlan(plan)) return <Confirmation plan={plan} {...others} />
  const message = messages.timeProblems[plan.problem](TIME_ZONE)
  return (
    <>
      <ErrorSummary title={messages.problem} errors={[{ controlId: TIME_FIELD, message }]} isFromServer />
      <ScheduleForm
        action="../version/confirm"
        plannable={plan.plannable}
        refused={plan}
        messages={messages}
      />
    </>
  )
}

interface ConfirmationProps {
  readonly plan: ActionPlan
  readonly language: string
  readonly messages: Messages
}

function Confirmation({
  plan: { name, fields, changes, ends, at, replaces, moment },
  language,
  messages,
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
      {at && <p>{messages.goesLive(messages.onClock(at), at.slice(0, 16).replace('T', ' '))}</p>}
      {replaces && (
        <p>{messages.replaces(`${replaces.app} ${replaces.version}`, messages.onClock(replaces.at))}</p>
      )}
      <p id="will">{messages.will[name]}</p>
      {moment && <p>{messages.ofRecord(moment.number, moment.at)}</p>}
      {changes.length > 0 && (
        <RecordTable
          labelledBy="will"
          width="narrow"
          headings={[messages.release, messages.now, messages.then]}
          rows={changes.map(({ app: changed, now, then }) => ({
            key: changed,
            cells: [<code key="now">{now}</code>, <code key="then">{then}</code>],
          }))}
        />
      )}
      {ends.map((one) => (
        <p key={`${one.app} ${one.version}`}>{messages.ends(`${one.app} ${one.version}`)}</p>
      ))}
      <form method="post" action={ACTION_PATH} className={styles['choice']}>
        {Object.entries({ ...fields, language }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <FieldFrame id="why" label={isFreeze ? messages.why : messages.whyOptional} hint={messages.whyHint}>
          {(control) => <textarea {...control} name="why" rows={2} maxLength={1_000} required={isFreeze} />}
        </FieldFrame>
        <button className="button">{messages.actions[name]}</button>
      </form>
    </>
  )
}
