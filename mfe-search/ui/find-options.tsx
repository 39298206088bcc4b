import { useRef, type SubmitEvent } from 'react'
import { Link } from '@tessera/shared/ui'
import { aroundWildcards, findParameter } from '../domain/search-url.ts'
import { withoutFilter } from './filter-form.tsx'
import { fold } from './filter-items.tsx'
import type { FilterProps } from './search-view.ts'
import { useFieldValue } from './use-field-value.ts'
import styles from './filters.module.css'

/**
 * Searches a list of options that is longer than a page shows, by a part of their titles: a GET form, the number found, and a link to the
 * whole list.
 */
export function FindOptions({ name, filter, view }: FilterProps) {
  const { links, messages, go } = view
  const { optionTerm = '', items } = filter
  const input = useRef<HTMLInputElement>(null)
  useFieldValue(input, optionTerm)
  const whole = links.toOptions(name, '')
  const { action, fields } = withoutFilter(whole, findParameter(name))
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    go(links.toOptions(name, input.current?.value ?? ''))
  }
  const texts = aroundWildcards(fold(optionTerm))
  const found = items.filter(({ title = '' }) => texts.every((text) => fold(title).includes(text))).length
  const said = filter.isCut ? messages.cut(found) : messages.foundItems(found)
  return (
    <form action={action} className={styles['find']} onSubmit={submit}>
      {fields.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <label htmlFor={`find-${name}`}>{messages.findItem(filter.title)}</label>
      <input
        ref={input}
        type="search"
        id={`find-${name}`}
        name={findParameter(name)}
        autoComplete="off"
        defaultValue={optionTerm}
        data-focus-key={`find ${name}`}
      />
      <button className="button button--quiet" type="submit" data-focus-key={`seek ${name}`}>
        {messages.find} <span className="visually-hidden">{filter.title}</span>
      </button>
      <p role="status">{optionTerm !== '' && (found === 0 ? messages.foundNone : said)}</p>
      {optionTerm !== '' && (
        <Link href={whole} rel="nofollow" data-focus-key={`find ${name}`}>
          {messages.wholeList} <span className="visually-hidden">{filter.title}</span>
        </Link>
      )}
    </form>
  )
}
