import { Link, useSelector } from '@tessera/shared/ui'
import { nodeLink } from '../domain/breadcrumb.ts'
import type { Block, LinkModel, PageModel } from '../domain/page-model.ts'
import { childPages } from '../domain/side-menu.ts'
import { selectContent } from '../state/content.slice.ts'
import { Composer } from './composer.tsx'
import { IntroBand } from './intro-band.tsx'
import type { PageProps } from './page-props.ts'
import styles from './landing-page.module.css'

/** The first page of a section: introduction, and tiles that link to its child pages. */
export function LandingPage(page: PageProps<PageModel>) {
  const { model, route, messages } = page
  const children = childPages(route)
  const { summaries } = useSelector(selectContent)
  return (
    <article>
      <IntroBand page={page} />
      <div className={`wrap ${styles.body}`}>
        {children.length > 0 && (
          <section>
            <h2 className="visually-hidden">{messages.inThisSection}</h2>
            <ul className={styles.tiles}>
              {children.map((node) => {
                const { href, title } = nodeLink(node)
                const summary = node.entry && summaries[node.entry.sys.id]
                return (
                  <li key={node.id}>
                    <Link href={href}>{title}</Link>
                    {summary && <p>{summary}</p>}
                  </li>
                )
              })}
            </ul>
          </section>
        )}
        <Composer
          blocks={withoutLinks(
            model.blocks,
            children.map((child) => nodeLink(child)),
          )}
          messages={messages}
          wide
        />
      </div>
    </article>
  )
}

/** The blocks without links that the tiles already have; a list without other links is removed. */
function withoutLinks(blocks: readonly Block[], shown: readonly LinkModel[]): readonly Block[] {
  const hrefs = new Set(shown.map(({ href }) => href))
  return blocks.flatMap((block): readonly Block[] => {
    if (block.type !== 'linkList') return [block]
    const links = block.links.filter(({ href }) => !hrefs.has(href))
    return links.length > 0 ? [{ ...block, links }] : []
  })
}
