import type { Store } from '@tessera/shared/contract'
import type { FormOptions } from '../domain/form-options.ts'
import type { FormsMessages } from '../messages/index.ts'
import { loadRequested } from '../state/form-actions.ts'
import styles from './outcome.module.css'

interface FormMissingProps {
  readonly options: FormOptions
  readonly messages: FormsMessages
  readonly dispatch: Store['dispatch']
}

/** The form could not be loaded; a button tries again. */
export const FormMissing = ({
  options: { key, provider, prefill },
  messages,
  dispatch,
}: FormMissingProps) => (
  <div className={styles['missing']} role="alert">
    <p>{messages.unavailable}</p>
    <button
      className="button button--quiet"
      type="button"
      onClick={() => dispatch(loadRequested({ formId: key, provider, prefill }))}
    >
      {messages.tryAgain}
    </button>
  </div>
)
