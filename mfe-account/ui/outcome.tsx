import { useEffect, useRef, type ReactNode } from 'react'
import styles from './account.module.css'

interface OutcomeProps {
  readonly title: string
  readonly text: string
  /** Whether it replaces a form that was just sent; otherwise it is part of the loaded page. */
  readonly isNews: boolean
  readonly children?: ReactNode
}

/** A success message and what to do next. When it replaces a form it takes over the form's focus. */
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
