import { readObject, readText } from '@tessera/shared/content'
import type { SlotProps } from '@tessera/shared/contract'
import { CardList, Link, useSelector } from '@tessera/shared/ui'
import { own } from '../domain/search-source.ts'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import styles from './minilist.module.css'

/** A short list inside a page, with a heading and a link to the whole list. Nothing is shown if it is empty. */
export function Minilist({ slotId, props, messages }: SlotProps<SearchMessages>) {
  const list = own(useSelector(selectSearch).minilist, slotId)
  if (!list || list.results.length === 0) return null
  const heading = readText(props['heading']) ?? list.title
  const level = props['level'] === 3 ? 3 : 2
  const Heading = `h${level}` as const
  return (
    <section className={styles['minilist']} aria-labelledby={`${slotId}-heading`}>
      <Heading id={`${slotId}-heading`}>{heading}</Heading>
      <AllOfIt link={readObject(props['link'])} label={messages.seeAll} />
      <CardList
        cards={list.results}
        level={level === 2 ? 3 : 4}
        messages={messages}
        layout={list.layout === 'rows' ? 'rows' : 'grid'}
      />
    </section>
  )
}

/** The link has the same text on every list, so its accessible name includes the title of its target. */
function AllOfIt({
  link,
  label,
}: {
  readonly link: Readonly<Record<string, unknown>> | undefined
  readonly label: string
}) {
  const [title, href] = [readText(link?.['title']), readText(link?.['href'])]
  if (!title || !href) return null
  return (
    <Link href={href} aria-label={`${label}: ${title}`}>
      {label}
    </Link>
  )
}
