import { Link, RichText, useSelector } from '@tessera/shared/ui'
import type { ReactNode } from 'react'
import type { Block } from '../../domain/page-model.ts'
import { streetName, type StreetLookup } from '../../domain/street-lookup.ts'
import type { ContentMessages } from '../../messages/index.ts'
import styles from './collection-days.module.css'
import { SubHeading } from './sub-heading.tsx'

interface LookupProps {
  readonly block: Extract<Block, { readonly type: 'collectionDays' | 'councillorFinder' }>
  readonly level: 2 | 3
  readonly messages: ContentMessages
  /** HTML id of the look-up, and fragment of its form's action, so that the result page scrolls to it. */
  readonly place: string
  readonly button: string
  readonly lookup: StreetLookup<object> | null
  /** Whether the result for a street is printed without the rest of the page. */
  readonly prints?: boolean
  /** The result for a found street. */
  readonly children: ReactNode
}

/** A look-up by street or postcode: a GET form, and below it the result. */
export function StreetLookupForm(props: LookupProps) {
  const { block, level, messages, place, button, lookup, prints, children } = props
  const path = useSelector((state) => state.routing.currentPath)
  const field = `${place}-address`
  return (
    <section
      className={styles.lookup}
      id={place}
      {...(prints && lookup?.street && { 'data-prints-alone': true })}
    >
      {block.heading && <SubHeading level={level} text={block.heading} />}
      <form
        role="search"
        aria-label={block.heading ?? button}
        action={`${path}#${place}`}
        className={styles.form}
      >
        <label htmlFor={field}>{messages.yourAddress}</label>
        <div>
          <input
            id={field}
            name="address"
            maxLength={100}
            required
            autoComplete="postal-code"
            defaultValue={lookup?.asked}
            {...messageOf(lookup, place)}
            key={lookup?.asked}
          />
          <button className="button">{button}</button>
        </div>
      </form>
      {lookup?.street ? children : lookup && <NotFound {...props} lookup={lookup} path={path} />}
    </section>
  )
}

/** Ties the field to the message that no street was found: what was typed is wrong, unless the search failed. */
const messageOf = (lookup: LookupProps['lookup'], place: string) =>
  lookup !== null &&
  !lookup.street &&
  lookup.choices.length === 0 && {
    'aria-describedby': `${place}-message`,
    ...(!lookup.hasFailed && { 'aria-invalid': true }),
  }

/** Several streets to choose from, or a message that none was found, with help. */
function NotFound({
  lookup: { asked, choices, hasMore, hasFailed },
  path,
  place,
  block: { notFound: help },
  messages,
  level,
}: LookupProps & { readonly lookup: StreetLookup<object>; readonly path: string }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  if (choices.length > 0)
    return (
      <>
        <Heading>{messages.whichStreet}</Heading>
        <ul className={styles.choices}>
          {choices.map((choice) => (
            <li key={choice.id}>
              <Link href={`${path}?street=${choice.id}#${place}`}>{streetName(choice)}</Link>
            </li>
          ))}
        </ul>
        {hasMore && <p>{messages.moreStreets}</p>}
      </>
    )
  return (
    <>
      <Heading id={`${place}-message`}>
        {hasFailed ? messages.streetsFailed : messages.noStreet(asked)}
      </Heading>
      {help && <RichText html={help} className="prose" />}
    </>
  )
}
