import { CardList, Link, Picture, useSelector } from '@tessera/shared/ui'
import type { HomeModel } from '../domain/page-model.ts'
import { selectContent, type HomeList } from '../state/content.slice.ts'
import { Composer } from './composer.tsx'
import { EntryLink } from './entry-link.tsx'
import type { PageProps } from './page-props.ts'
import styles from './home-page.module.css'

/** The front door: what most people came for, then what is new. */
export function HomePage(page: PageProps<HomeModel>) {
  const { model, messages } = page
  const { news, events, quickLinks, highlights } = useSelector(selectContent)
  return (
    <>
      <Hero model={model} />
      <div className={`wrap ${styles.page}`}>
        {quickLinks.length > 0 && (
          <section className={styles.quick}>
            <h2>{messages.quickLinks}</h2>
            <ul>
              {quickLinks.map((link) => (
                <li key={link.href}>
                  <EntryLink link={link} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <Section title={messages.highlights} list={{ items: highlights, all: null }} page={page} />
        <Section title={messages.latestNews} list={news} page={page} />
        <Section title={messages.comingUp} list={events} page={page} />
        <Composer blocks={model.blocks} messages={messages} />
      </div>
    </>
  )
}

const Hero = ({ model }: { readonly model: HomeModel }) => (
  <header className={styles.hero}>
    <div className={`wrap ${styles.inner}`}>
      <div className={styles.welcome}>
        <h1 id="page-title">{model.heroHeading}</h1>
        {model.heroText && <p>{model.heroText}</p>}
      </div>
      {model.image && <Picture image={model.image} sizes="(min-width: 56rem) 36rem, 100vw" priority />}
    </div>
  </header>
)

function Section({
  title,
  list,
  page: { messages },
}: {
  readonly title: string
  readonly list: HomeList | null
  readonly page: PageProps<HomeModel>
}) {
  if (!list || list.items.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {list.all && (
        <Link href={list.all.href} aria-label={`${messages.seeAll}: ${list.all.title}`}>
          {messages.seeAll}
        </Link>
      )}
      <CardList cards={list.items} level={3} messages={messages} />
    </section>
  )
}
