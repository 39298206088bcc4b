import { FieldFrame } from '@tessera/shared/ui'
import { SHOWN } from '../domain/embed-choice.ts'
import type { VersionMessages } from '../messages/index.ts'
import type { EmbedState } from '../state/devinfo.slice.ts'
import styles from './embed.module.css'

interface EmbedChoiceFormProps extends Pick<EmbedState, 'choice' | 'languages'> {
  readonly path: string
  readonly messages: VersionMessages['embed']
}

/** The settings of the embed as a GET form, so that they are in the URL. */
export function EmbedChoiceForm({ choice, languages, path, messages }: EmbedChoiceFormProps) {
  const given = { choice, messages }
  return (
    <form action={path} className={styles['form']} aria-label={messages.choose}>
      <FieldFrame id="embed-show" label={messages.show} isGroup>
        {() =>
          SHOWN.map((one) => (
            <label key={one} className={styles['check']}>
              <input type="radio" name="show" value={one} defaultChecked={choice.show === one} />
              {messages.shown[one]}
            </label>
          ))
        }
      </FieldFrame>
      <div className={styles['ofForm']}>
        <Text {...given} name="formId" pattern="[A-Za-z0-9_\-]+" />
        <FieldFrame id="embed-provider" label={messages.provider}>
          {(control) => (
            <select {...control} name="provider" defaultValue={choice.provider}>
              <option value="classic">{messages.providers.classic}</option>
              <option value="forms-api">{messages.providers.formsApi}</option>
            </select>
          )}
        </FieldFrame>
        <Check {...given} name="showSteps" />
      </div>
      <div className={styles['ofSearch']}>
        <Text {...given} name="config" pattern="[A-Za-z0-9_\-]+" />
        <Text {...given} name="label" />
      </div>
      <FieldFrame id="embed-language" label={messages.language}>
        {(control) => (
          <select {...control} name="language" defaultValue={choice.language}>
            {languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <Text {...given} name="page" pattern="/.*" />
      <Text {...given} name="action" pattern="#[A-Fa-f0-9]{6}" />
      <Check {...given} name="isHostFont" />
      <Check {...given} name="isDarkToo" />
      <button className="button">{messages.apply}</button>
    </form>
  )
}

interface FieldProps<Name> extends Pick<EmbedChoiceFormProps, 'choice' | 'messages'> {
  readonly name: Name
}

function Text({
  name,
  choice,
  messages,
  pattern,
}: FieldProps<'formId' | 'config' | 'label' | 'page' | 'action'> & { readonly pattern?: string }) {
  return (
    <FieldFrame id={`embed-${name}`} label={messages.fields[name]} hint={messages.hints[name]}>
      {(control) => (
        <input
          {...control}
          name={name}
          defaultValue={choice[name]}
          pattern={pattern}
          maxLength={100}
          autoComplete="off"
        />
      )}
    </FieldFrame>
  )
}

function Check({ name, choice, messages }: FieldProps<'showSteps' | 'isHostFont' | 'isDarkToo'>) {
  return (
    <label className={styles['check']}>
      <input type="checkbox" name={name} value="true" defaultChecked={choice[name]} />
      {messages.fields[name]}
    </label>
  )
}
