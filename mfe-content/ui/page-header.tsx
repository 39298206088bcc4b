import type { RouteState } from '@tessera/shared/contract'
import { Link, useSelector } from '@tessera/shared/ui'
import type { ReactNode } from 'react'
import { breadcrumb } from '../domain/breadcrumb.ts'
import type { PageModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import styles from './page-header.module.css'

/** Breadcrumb, title and summary of a page. Contains the page's only h1. */
export function PageHeader({
  model,
  route,
  messages,
  children,
}: {
  readonly model: PageModel
  readonly route: RouteState
  readonly messages: ContentMessages
  readonly children?: ReactNode
}) {
  return (
    <header className={styles.header}>
      <Breadcrumb route={route} title={model.title} label={messages.breadcrumb} />
      <h1 id="page-title">{model.title}</h1>
      {children}
      {model.summary && <p className="lead">{model.summary}</p>}
    </header>
  )
}

function Breadcrumb({
  route,
  title,
  label,
}: {
  readonly route: RouteState
  readonly title: string
  readonly label: string
}) {
  const menu = useSelector(({ navigation }) => navigation.root)
  const trail = breadcrumb(route, title, menu)
  if (trail.length === 0) return null
  const last = trail.length - 1
  return (
    <nav className={styles.breadcrumb} aria-label={label}>
      <ol>
        {trail.map((step, index) => (
          <li key={step.href}>
            <Link
              href={step.href}
              lang={step.language}
              hrefLang={step.language}
              {...(index === last ? { 'aria-current': 'page' as const } : {})}
            >
              {step.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
