import { useId, useRef } from 'react'
import { DEFAULT_DISTANCE, readDistance } from '../domain/filter-values.ts'
import { selectedKeys } from '../state/search-changes.ts'
import { withoutFilter } from './filter-form.tsx'
import { NearButton } from './near-button.tsx'
import type { FilterProps } from './search-view.ts'
import { describeLength } from './selected-filters.tsx'
import { useShown } from './use-shown.ts'
import styles from './filters.module.css'

/**
 * Places within a distance: of a postcode or a place by its name, which the server looks up, or of the visitor's position. A GET form that the
 * shell follows, as it does the box of the header.
 */
export function NearForm({ name, filter, view }: FilterProps) {
  const { links, messages, go } = view
  const { action, fields } = withoutFilter(links.toFilterCleared(name), name)
  const { distances = [], places = [], place = '', unknownPlace } = filter.near ?? {}
  const chosen = readDistance(selectedKeys(filter)[0] ?? '')
  const select = useRef<HTMLSelectElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const usual = distances.includes(DEFAULT_DISTANCE) ? DEFAULT_DISTANCE : (distances[0] ?? DEFAULT_DISTANCE)
  const distance = chosen?.distance ?? usual
  useShown(select, distance)
  useShown(input, unknownPlace ?? place)
  const id = useId()
  return (
    <form action={action} role="search" aria-label={filter.title} className={styles['form']}>
      {fields.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {chosen && place === '' && (
        <input type="hidden" name={`${name}-at`} value={`${chosen.lat} ${chosen.lon}`} />
      )}
      <label>
        {messages.place}
        <input
          ref={input}
          type="text"
          name={`${name}-place`}
          defaultValue={unknownPlace ?? place}
          list={`${id}places`}
          autoComplete="postal-code"
          {...(unknownPlace !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}unknown` })}
        />
      </label>
      <datalist id={`${id}places`}>
        {places.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      {unknownPlace !== undefined && (
        <p className={styles['error']} id={`${id}unknown`}>
          {messages.placeUnknown(unknownPlace)}
        </p>
      )}
      <label>
        {messages.distance}
        <select ref={select} name={`${name}-distance`} defaultValue={distance}>
          {[...new Set([...distances, distance])].map((one) => (
            <option key={one} value={one}>
              {describeLength(one, messages)}
            </option>
          ))}
        </select>
      </label>
      <button className="button button--quiet" type="submit">
        {messages.apply} <span className="visually-hidden">{filter.title}</span>
      </button>
      <NearButton
        messages={messages}
        onFound={(position) => go(links.toFilter(name, [`${position} ${select.current?.value ?? distance}`]))}
      />
    </form>
  )
}
