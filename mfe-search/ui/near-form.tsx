import { useId, useRef, type RefObject, type SubmitEvent } from 'react'
import { DEFAULT_DISTANCE, readDistance } from '../domain/filter-values.ts'
import { selectedKeys } from '../state/search-changes.ts'
import { withoutFilter } from './filter-form.tsx'
import { NearButton, usePosition } from './near-button.tsx'
import type { FilterProps } from './search-view.ts'
import { describeLength } from './selected-filters.tsx'
import { useFieldValue } from './use-field-value.ts'
import styles from './filters.module.css'

/**
 * A form for places within a distance: of a postcode or a named place, which the server looks up, or of the visitor's position. A GET form
 * that the shell handles, like the search box in the header.
 */
export function NearForm({ name, filter, view }: FilterProps) {
  const { links, messages, go } = view
  const { action, fields } = withoutFilter(links.toFilterCleared(name), name)
  const select = useRef<HTMLSelectElement>(null)
  const chosen = readDistance(selectedKeys(filter)[0] ?? '')
  const isPosition = chosen !== null && filter.near?.place === undefined
  const position = usePosition(view.here, (at) =>
    go(links.toFilter(name, [`${at} ${select.current?.value ?? ''}`])),
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    position.cancel()
    const place = String(new FormData(event.currentTarget).get(`${name}-place`) ?? '').trim()
    if (place !== '' || isPosition) return
    // A distance from nowhere is no filter, and no parameter.
    event.preventDefault()
    go(links.toFilterCleared(name))
  }
  return (
    <form
      action={action}
      role="search"
      aria-label={filter.title}
      className={styles['form']}
      data-near=""
      onSubmit={submit}
      onChange={() => position.note !== 'nearWaiting' && position.cancel()}
    >
      {fields.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {isPosition && <input type="hidden" name={`${name}-at`} value={`${chosen.lat} ${chosen.lon}`} />}
      <PlaceField name={name} filter={filter} view={view} isPosition={isPosition} />
      <DistanceField
        name={name}
        filter={filter}
        view={view}
        select={select}
        {...(chosen && { chosen: chosen.distance })}
      />
      <button className="button button--quiet" type="submit" data-focus-key={`apply ${name}`}>
        {messages.apply} <span className="visually-hidden">{filter.title}</span>
      </button>
      <NearButton name={name} messages={messages} position={position} />
    </form>
  )
}

/** A field for a postcode or the name of a place, with its error. A position has no name, and is used while the field is empty. */
function PlaceField({
  name,
  filter,
  view: { messages },
  isPosition,
}: FilterProps & { readonly isPosition: boolean }) {
  const { places = [], place = '', unknownPlace } = filter.near ?? {}
  const input = useRef<HTMLInputElement>(null)
  const value = unknownPlace ?? place
  useFieldValue(input, value)
  const id = useId()
  return (
    <>
      <label>
        {messages.place}
        <input
          ref={input}
          type="text"
          name={`${name}-place`}
          defaultValue={value}
          list={`${id}places`}
          autoComplete="postal-code"
          {...(isPosition && { placeholder: messages.planFrom })}
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
    </>
  )
}

interface DistanceFieldProps extends FilterProps {
  readonly select: RefObject<HTMLSelectElement | null>
  readonly chosen?: string
}

/** The distances on offer, and in any case the one that the address names. */
function DistanceField({ name, filter, view: { messages }, select, chosen }: DistanceFieldProps) {
  const distances = filter.near?.distances ?? []
  const usual = distances.includes(DEFAULT_DISTANCE) ? DEFAULT_DISTANCE : distances[0]
  const distance = chosen ?? filter.near?.unknownDistance ?? usual ?? DEFAULT_DISTANCE
  useFieldValue(select, distance)
  return (
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
  )
}
