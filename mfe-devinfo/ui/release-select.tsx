import { FieldFrame } from '@tessera/shared/ui'
import type { Plannable } from '../domain/plan-action.ts'

interface ReleaseSelectProps {
  readonly id: string
  readonly label: string
  readonly apps: readonly Plannable[]
  /** Selected release, as `app@version`; the first one unless given. */
  readonly chosen?: string | undefined
}

/** The select field `release`, whose value is `app@version`. */
export function ReleaseSelect({ id, label, apps, chosen }: ReleaseSelectProps) {
  return (
    <FieldFrame id={id} label={label}>
      {(control) => (
        <select {...control} name="release" defaultValue={chosen}>
          {apps.map(({ app, versions }) => (
            <optgroup key={app} label={app}>
              {versions.map((version) => (
                <option key={version} value={`${app}@${version}`}>
                  {`${app} ${version}`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
