import type { FormsMessages } from '../messages/index.ts'
import styles from './form.module.css'

interface StepIndicatorProps {
  readonly pageIndex: number
  readonly pageCount: number
  readonly messages: FormsMessages
}

/** "Step 1 / 3". Nothing for a form of one page. */
export function StepIndicator({ pageIndex, pageCount, messages }: StepIndicatorProps) {
  if (pageCount <= 1) return null
  return (
    <p className={styles['step']} role="status">
      {`${messages.step} ${pageIndex + 1} / ${pageCount}`}
    </p>
  )
}
