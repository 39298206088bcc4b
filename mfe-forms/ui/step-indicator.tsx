import type { FormDefinition } from '../domain/form-definition.ts'
import type { PageInfo } from '../domain/page-info.ts'
import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface StepIndicatorProps {
  readonly definition: FormDefinition
  readonly pageInfo: PageInfo
  readonly messages: FormsMessages
}

/** "Step 1 / 3". The review is a step of its own. Nothing for a form of one step. */
export function StepIndicator({ definition, pageInfo, messages }: StepIndicatorProps) {
  const { pages, hasReview } = definition
  const stepCount = pages.length + (hasReview ? 1 : 0)
  if (stepCount <= 1) return null
  const step = pageInfo.review === 'shown' ? stepCount : pageInfo.currentPageIndex + 1
  return (
    <p className={styles['step']} role="status">
      {`${messages.step} ${step} / ${stepCount}`}
    </p>
  )
}
