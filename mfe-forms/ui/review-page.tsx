import { Fragment, useId } from 'react'
import { controlIdOf } from '../domain/control-id.ts'
import type { Field, FormDefinition } from '../domain/form-definition.ts'
import { reviewOf, type ReviewedAnswer } from '../domain/review.ts'
import type { FormsMessages } from '../messages/index.ts'
import type { FormState } from '../state/form-state.ts'
import styles from './review-page.module.css'

interface ReviewPageProps {
  readonly idPrefix: string
  readonly definition: FormDefinition
  readonly state: FormState
  /** The file fields that are shown below. */
  readonly elsewhere: readonly Field[]
  /** Before that, a button "change" posts the form to its page. */
  readonly isHydrated: boolean
  readonly onChange: (field: Field) => void
  readonly messages: FormsMessages
}

/** The review of all answers before they are sent, each with a button to change it. */
export function ReviewPage({ definition, state, messages, ...rest }: ReviewPageProps) {
  const titleId = useId()
  return (
    <>
      <h2 id={titleId} tabIndex={-1} data-focus>
        {messages.review}
      </h2>
      {reviewOf(definition, state.values, messages).map(({ title, answers }, index) => (
        <Fragment key={`${index} ${title}`}>
          {title && <h3 className={styles['title']}>{title}</h3>}
          <dl className={styles['answers']}>
            {answers.map((answer) => (
              <Answer key={answer.field.id} answer={answer} messages={messages} {...rest} />
            ))}
          </dl>
        </Fragment>
      ))}
    </>
  )
}

interface AnswerProps extends Omit<ReviewPageProps, 'definition' | 'state'> {
  readonly answer: ReviewedAnswer
}

function Answer({ answer, elsewhere, idPrefix, isHydrated, onChange, messages }: AnswerProps) {
  const { field, lines } = answer
  // That of the field's control, so that an error that names it leads here, unless that control is on the page itself.
  const controlId = idPrefix + controlIdOf(field)
  return (
    <div className={styles['answer']}>
      <dt>{field.label}</dt>
      <dd>
        {lines?.length ? (
          lines.map((line, index) => <p key={`${index} ${line}`}>{line}</p>)
        ) : (
          <span className={styles['none']}>{lines ? messages.notAnswered : messages.notShown}</span>
        )}
      </dd>
      <dd className={styles['change']}>
        <button
          id={elsewhere.includes(field) ? undefined : controlId}
          type={isHydrated ? 'button' : 'submit'}
          name="action"
          value={`change:${field.id}`}
          // Without script the page is loaded again, scrolled to the field.
          formAction={isHydrated ? undefined : `#${controlId}`}
          onClick={isHydrated ? () => onChange(field) : undefined}
        >
          {messages.change}
          <span className="visually-hidden"> {field.label}</span>
        </button>
      </dd>
    </div>
  )
}
