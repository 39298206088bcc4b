import type { ReactNode } from 'react'
import type { FormWords } from '../messages/index.ts'
import styles from './account.module.css'

interface AccountScreenProps {
  readonly messages: Pick<FormWords, 'title' | 'intro'>
  readonly children: ReactNode
}

/** The layout of every account screen: heading, introduction, and its content. */
export function AccountScreen({ messages: { title, intro }, children }: AccountScreenProps) {
  return (
    <div className={`wrap ${styles['page']}`}>
      <h1>{title}</h1>
      <p className="lead">{intro}</p>
      {children}
    </div>
  )
}
