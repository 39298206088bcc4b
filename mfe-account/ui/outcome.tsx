import { useEffect, useRef, type ReactNode } from 'react'
import styles from './account.module.css'

interface OutcomeProps {
  readonly title: string
  readonly text: string
  /** It takes the place of a form that was just sent here; otherwise it was there when the page came. */
  readonly isNews: boolean
  readonly children?: ReactNode
}

/** A success message, and where to go next. When it replaces a form it takes the focus, which was in that form. */
export function Outcome({ title, text, isNews, children }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNews) box.current?.focus()
  }, [isNews])
  return (
    <div className={styles['outcome']} ref={box} role="status" tabIndex={-1}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
