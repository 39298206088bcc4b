import { TIME_ZONE } from '@tessera/shared/messages'
import { FieldFrame } from '@tessera/shared/ui'
import type { Plannable, TimeRefused } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { ReleaseSelect } from './release-select.tsx'

/** Id of the field with the time, to which a summary of what is wrong leads. */
export const TIME_FIELD = 'schedule-at'

interface ScheduleFormProps {
  /** Address of the confirmation. */
  readonly action: string
  readonly plannable: readonly Plannable[]
  /** What was chosen before, and what is wrong with it. */
  readonly refused?: Pick<TimeRefused, 'problem' | 'release' | 'at'>
  readonly messages: VersionMessages['control']
}

/** Which candidate goes live when; the next page says what that changes. */
export function ScheduleForm({ action, plannable, refused, messages }: ScheduleFormProps) {
  return (
    <form action={action}>
      <input type="hidden" name="do" value="schedule" />
      <ReleaseSelect
        id="schedule-release"
        label={messages.plannable}
        apps={plannable}
        chosen={refused?.release}
      />
      <FieldFrame
        id={TIME_FIELD}
        label={messages.time(TIME_ZONE)}
        hint={messages.timeHint}
        error={refused && messages.timeProblems[refused.problem](TIME_ZONE)}
      >
        {(control) => (
          // What is no date a field of that kind would not show.
          <input
            {...control}
            type={refused?.problem === 'malformed' ? 'text' : 'datetime-local'}
            name="at"
            required
            defaultValue={refused?.at}
          />
        )}
      </FieldFrame>
      <button className="button">{messages.actions.schedule}</button>
    </form>
  )
}
