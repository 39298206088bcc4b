import type { SlotProps } from '@tessera/shared/contract'
import { FieldFrame, useSelector } from '@tessera/shared/ui'
import { ACTION_PATH, type ActionPlan } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { selectDevinfo } from '../state/devinfo.slice.ts'
import { RecordTable } from './record-table.tsx'
import styles from './version.module.css'

type Words = VersionMessages['control']

/** What an action will change, and the form that confirms it; from the state of its page. */
export function ConfirmSlot({ messages: { control: words } }: SlotProps<VersionMessages>) {
  const { plan } = useSelector((state) => selectDevinfo(state))
  const language = useSelector((state) => state.page.head.language)
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{plan === null || typeof plan === 'string' ? words.title : words.actions[plan.name]}</h1>
      {plan === null && <p>{words['not-granted']}</p>}
      {typeof plan === 'string' && <p>{words.noPlan[plan]}</p>}
      {plan !== null && typeof plan !== 'string' && (
        <Confirmation plan={plan} language={language} words={words} />
      )}
      <p>
        <a href="../version">{words.cancel}</a>
      </p>
    </div>
  )
}

function Confirmation({
  plan: { name, fields, changes, ends, moment },
  language,
  words,
}: {
  readonly plan: ActionPlan
  readonly language: string
  readonly words: Words
}) {
  const isFreeze = name === 'freeze'
  const { app, version } = fields
  return (
    <>
      {app && version && (
        <p>
          <code>{`${app} ${version}`}</code>
        </p>
      )}
      <p id="will">{words.will[name]}</p>
      {moment && <p>{words.ofRecord(moment.number, moment.at)}</p>}
      {changes.length > 0 && (
        <RecordTable
          labelledBy="will"
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
      <form method="post" action={ACTION_PATH}>
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
