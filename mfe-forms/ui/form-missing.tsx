import type { Store } from '@tessera/shared/contract'
import type { FormOptions } from '../domain/form-options.ts'
import type { FormsMessages } from '../messages/index.ts'
import { loadRequested } from '../state/form-actions.ts'
import type { FormState } from '../state/form-state.ts'
import styles from './outcome.module.css'

interface FormMissingProps {
  readonly id: string
  readonly options: FormOptions
  readonly refusal: FormState['refusal']
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

/** The form could not be loaded: a button tries again. Or it is not for this visitor: a link leads to the sign-in page. */
export const FormMissing = ({
  id,
  options: { key, provider, prefill },
  refusal,
  messages,
  dispatch,
}: FormMissingProps) => (
  <div className={styles['missing']} id={id} role="alert">
    <p>{refusal?.text ?? messages.unavailable}</p>
    {refusal ? (
      refusal.path && <a href={refusal.path}>{refusal.label}</a>
    ) : (
      <button
        className="button button--quiet"
        type="button"
        onClick={() => dispatch(loadRequested({ formId: key, provider, prefill }))}
      >
        {messages.tryAgain}
      </button>
    )}
  </div>
)
