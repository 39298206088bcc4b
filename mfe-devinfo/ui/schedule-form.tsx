import { TIME_ZONE } from '@tessera/shared/messages'
import { FieldFrame } from '@tessera/shared/ui'
import type { Plannable, TimeRefused } from '../domain/plan-action.ts'
import type { VersionMessages } from '../messages/index.ts'
import { ReleaseSelect } from './release-select.tsx'

/** Id of the time field, to which the error summary links. */
export const TIME_FIELD = 'schedule-at'

interface ScheduleFormProps {
  /** URL of the confirmation page. */
  readonly action: string
  readonly plannable: readonly Plannable[]
  /** The previously entered values, and their error. */
  readonly refused?: Pick<TimeRefused, 'problem' | 'release' | 'at'>
  readonly messages: VersionMessages['control']
}

/** The form to schedule a candidate release; it leads to the confirmation page. */
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
          // A datetime-local field cannot show a malformed value.
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
