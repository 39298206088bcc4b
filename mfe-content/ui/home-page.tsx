import { CardList, Picture, useSelector } from '@tessera/shared/ui'
import type { HomeModel } from '../domain/page-model.ts'
import { selectContent } from '../state/content.slice.ts'
import { Composer } from './composer.tsx'
import { EntryLink } from './entry-link.tsx'
import type { PageProps } from './page-props.ts'
import styles from './home-page.module.css'

/** The home page: quick links for the most common tasks first, then highlights. */
export function HomePage(page: PageProps<HomeModel>) {
  const { model, messages } = page
  const { quickLinks, highlights } = useSelector(selectContent)
  return (
    <>
      <div className={styles.hero}>
        <div className={`wrap ${styles.inner} ${model.image ? styles.withPicture : ''}`}>
          <header>
            <h1 id="page-title">{model.heroHeading}</h1>
            {model.heroText && <p>{model.heroText}</p>}
          </header>
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
          {model.image && (
            <Picture
              image={model.image}
              sizes="(min-width: 56rem) 34rem, (min-width: 40rem) 93vw, calc(100vw - 2.2rem)"
              priority
            />
          )}
        </div>
      </div>
      <div className={`wrap ${styles.page}`}>
        {highlights.length > 0 && (
          <section className={styles.section}>
            <h2>{messages.highlights}</h2>
            <CardList cards={highlights} level={3} layout="lead" messages={messages} />
          </section>
        )}
        <Composer blocks={model.blocks} messages={messages} wide />
      </div>
    </>
  )
}
