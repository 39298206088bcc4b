import type { ReactNode } from 'react'
import type { FormWords } from '../messages/index.ts'
import styles from './account.module.css'

interface AccountScreenProps {
  readonly messages: Pick<FormWords, 'title' | 'intro'>
  readonly children: ReactNode
}

/** What every account screen has: its heading, what it is for, and room for a form. */
export function AccountScreen({ messages: { title, intro }, children }: AccountScreenProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{title}</h1>
      <p className="lead">{intro}</p>
      {children}
    </div>
  )
}
