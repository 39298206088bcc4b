import { useRef, type SubmitEvent } from 'react'
import { inOrder, readBetween } from '../domain/filter-values.ts'
import { readKeys, writeKeys } from '../domain/search-url.ts'
import { selectedKeys } from '../state/search-changes.ts'
import type { FilterState } from '../domain/search-state.ts'
import type { FilterProps } from './search-view.ts'
import { describeItem } from './selected-filters.tsx'
import { useFieldValue } from './use-field-value.ts'
import styles from './filters.module.css'

/** A filter that is filled in: a range of numbers or days, one of several choices. A GET form. */
export function FilterForm({ name, filter, view }: FilterProps) {
  const { links, messages, go } = view
  const { action, fields } = withoutFilter(links.toFilterCleared(name), name)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const read = (field: string) => String(data.get(field) ?? '').trim()
    const [from, to] = [read(`${name}-from`), read(`${name}-to`)]
    const isRange = filter.view === 'range'
    const [chosen = ''] = readKeys(read(name))
    const value = isRange ? inOrder(from || to ? `${from}--${to}` : '', filter) : chosen
    if (isRange) showBounds(form, name, value)
    go(value === '' ? links.toFilterCleared(name) : links.toFilter(name, [value]))
  }
  const hasChoices = filter.view === 'range' || filter.items.length > 0
  return (
    <form action={action} className={styles['form']} onSubmit={submit}>
      {fields.map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {filter.view === 'range' ? (
        <Range name={name} filter={filter} view={view} />
      ) : (
        filter.items.length > 0 && <Choice name={name} filter={filter} view={view} />
      )}
      {hasChoices && (
        <button className="button button--quiet" type="submit" data-focus-key={`apply ${name}`}>
          {messages.apply} <span className="visually-hidden">{filter.title}</span>
        </button>
      )}
    </form>
  )
}

/** Shows a range as it is searched for: one that ended before it began was turned round, to what may be selected already. */
function showBounds({ elements }: HTMLFormElement, name: string, value: string): void {
  readBetween(value)?.forEach((bound, at) => {
    const field = elements.namedItem(`${name}-${at === 0 ? 'from' : 'to'}`)
    if (field instanceof HTMLInputElement) field.value = bound
  })
}

const INPUT_TYPES = { date: 'date', number: 'number', text: 'text', geo: 'text', boolean: 'text' } as const

/** Two labelled fields, either of which may stay empty. */
function Range({ name, filter, view: { messages } }: FilterProps) {
  const [from = '', to = ''] = readBetween(selectedKeys(filter)[0] ?? '') ?? []
  const ends = [
    ['from', messages.rangeStart, from],
    ['to', messages.rangeEnd, to],
  ] as const
  return (
    <div className={styles['range']}>
      {ends.map(([end, label, value]) => (
        <label key={end}>
          {label} <span className="visually-hidden">{filter.title}</span>
          <Bound name={`${name}-${end}`} value={value} valueType={filter.valueType} />
        </label>
      ))}
    </div>
  )
}

function Bound({
  name,
  value,
  valueType,
}: Pick<FilterState, 'valueType'> & { readonly name: string; readonly value: string }) {
  const input = useRef<HTMLInputElement>(null)
  useFieldValue(input, value)
  return (
    <input
      ref={input}
      type={INPUT_TYPES[valueType]}
      name={name}
      data-focus-key={`field ${name}`}
      defaultValue={value}
      {...(valueType === 'number' && { step: 'any' })}
      // Without it browsers let years of six digits be typed, which no filter accepts.
      {...(valueType === 'date' && { max: '9999-12-31' })}
    />
  )
}

function Choice({ name, filter, view: { messages } }: FilterProps) {
  const select = useRef<HTMLSelectElement>(null)
  const selected = writeKeys(selectedKeys(filter).slice(0, 1))
  useFieldValue(select, selected)
  return (
    <select
      ref={select}
      name={name}
      data-focus-key={`field ${name}`}
      defaultValue={selected}
      aria-label={filter.title}
    >
      <option value="">{messages.all}</option>
      {filter.items.map((item) => (
        <option key={item.key} value={writeKeys([item.key])}>
          {describeItem(item, filter, messages)}
          {item.count === undefined ? '' : ` (${messages.number(item.count)})`}
        </option>
      ))}
    </select>
  )
}

/**
 * A URL without one filter, as action and hidden fields of a GET form: without script, the form's fields make up the whole query of the
 * next URL.
 */
export function withoutFilter(
  href: string,
  name: string,
): { readonly action: string; readonly fields: readonly (readonly [string, string])[] } {
  const [action = '', query = ''] = href.split('#')[0]?.split('?') ?? []
  return { action, fields: [...new URLSearchParams(query)].filter(([field]) => field !== name) }
}
