import { sideMenu } from '../domain/side-menu.ts'
import type { ContentModel } from '../domain/page-model.ts'
import blocks from './blocks/blocks.module.css'
import { EntryLink } from './entry-link.tsx'
import { PageLayout } from './page-layout.tsx'
import type { PageProps } from './page-props.ts'
import { SideMenu } from './side-menu.tsx'

/** A content page: its blocks, related pages, and the menu of its section. */
export function ContentPage(page: PageProps<ContentModel>) {
  const { model, route, messages } = page
  return (
    <PageLayout page={page} side={sideMenu(route) && <SideMenu route={route} messages={messages} />}>
      {model.related.length > 0 && (
        <section className={blocks.links}>
          <h2>{messages.relatedPages}</h2>
          <ul>
            {model.related.map((link) => (
              <li key={link.href}>
                <EntryLink link={link} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </PageLayout>
  )
}
