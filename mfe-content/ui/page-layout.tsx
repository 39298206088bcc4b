import type { ReactNode } from 'react'
import { Picture } from '@tessera/shared/ui'
import type { PageModel } from '../domain/page-model.ts'
import { Composer } from './composer.tsx'
import { contentsOf } from '../domain/contents.ts'
import { Contents, PageEnd } from './page-aside.tsx'
import { PageHeader } from './page-header.tsx'
import type { PageProps } from './page-props.ts'
import styles from './page-layout.module.css'

/**
 * The layout of a page on a single subject: header, image, blocks, and a side column, which comes last on narrow screens. Its parts
 * stand in the document as a narrow screen shows them, so that nothing moves down while a document is still arriving. Pages with a task
 * for the visitor have no image, since it would push the task out of sight.
 */
export function PageLayout({
  page,
  meta,
  side,
  sideFirst = false,
  children,
}: {
  readonly page: PageProps
  /** Shown below the title. */
  readonly meta?: ReactNode
  readonly side?: ReactNode
  /** Whether the side comes before the text on narrow screens, e.g. for facts; menus come after it. */
  readonly sideFirst?: boolean
  readonly children?: ReactNode
}) {
  const { model, route, messages } = page
  const parts = contentsOf(model.blocks)
  const hasContents = parts.length > 0
  const column = side && <div className={styles.side}>{side}</div>
  return (
    <article className={`wrap ${styles.page}`}>
      <PageHeader model={model} route={route} messages={messages}>
        {meta}
      </PageHeader>
      <div className={side || hasContents ? styles.columns : undefined}>
        {hasContents && (
          <div className={styles.contents}>
            <Contents parts={parts} messages={messages} />
          </div>
        )}
        {sideFirst && column}
        <div className={styles.text}>
          {model.image && !hasTask(model) && !isInText(model) && (
            <Picture
              image={model.image}
              sizes="(min-width: 45rem) 42rem, calc(100vw - 2.2rem)"
              priority
              className={styles.image}
            />
          )}
          <Composer blocks={model.blocks} messages={messages} />
          {children}
          <PageEnd page={page} />
        </div>
        {!sideFirst && column}
      </div>
    </article>
  )
}

/** Whether a block already shows the page's image, perhaps with another crop. */
const isInText = ({ image, blocks }: PageModel): boolean =>
  blocks.some((block) => block.type === 'image' && fileOf(block.image) === fileOf(image))

const fileOf = (image: PageModel['image']): string | undefined => image?.src.replace(/\?.*$/, '')

/** Whether the page has a form anywhere, or a look-up or call to action as its first block. */
const hasTask = ({ blocks }: PageModel): boolean =>
  blocks.some(({ type }) => type === 'form') ||
  ['collectionDays', 'councillorFinder', 'callToAction'].includes(blocks[0]?.type ?? '')
