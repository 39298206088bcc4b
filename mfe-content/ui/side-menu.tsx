import type { RouteState } from '@tessera/shared/contract'
import { Link } from '@tessera/shared/ui'
import { sideMenu } from '../domain/side-menu.ts'
import type { ContentMessages } from '../messages/index.ts'
import { EntryLink } from './entry-link.tsx'
import styles from './side-menu.module.css'

/** The menu of the page's siblings and children. */
export function SideMenu({
  route,
  messages,
}: {
  readonly route: RouteState
  readonly messages: ContentMessages
}) {
  const menu = sideMenu(route)
  if (!menu) return null
  return (
    <nav className={styles.menu} aria-label={messages.inThisSection}>
      <p>{menu.parent ? <EntryLink link={menu.parent} /> : messages.inThisSection}</p>
      <ul>
        {menu.items.map((item) => (
          <li key={item.href}>
            <Link href={item.href} {...(item.isCurrent ? { 'aria-current': 'page' as const } : {})}>
              {item.title}
            </Link>
            {item.children.length > 0 && (
              <ul>
                {item.children.map((child) => (
                  <li key={child.href}>
                    <Link href={child.href}>{child.title}</Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
