import { Link } from '@tessera/shared/ui'
import { isPossibleOrder, sourceOf, defaultOrder } from '../domain/search-source.ts'
import { addressOf, configOf } from '../state/search-links.ts'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'

/** The orders and page sizes that can be chosen, as links, where there is more than one result to arrange. */
export function SortAndPageSize(view: SearchView) {
  const { facet, links, messages } = view
  const { sortOptions = [], pageSizes = [], queryParams, pagingInfo } = facet
  const { usual, isPossible } = orderRules(view)
  const order = queryParams.dynamicOrderBy.join(',') || usual
  // Best match first needs a term, and nearest first needs a place.
  const orders = sortOptions.filter(({ orderBy }) => (orderBy === '' ? usual === '' : isPossible(orderBy)))
  const sizes = [...new Set([queryParams.pageSize, ...pageSizes])].toSorted((a, b) => a - b)
  const isLong = pagingInfo.totalCount > (sizes[0] ?? 0)
  const isOrdered = orders.length > 1 && pagingInfo.totalCount > 1
  return (
    <div className={styles['sort']}>
      {isOrdered && (
        <Choices
          label={messages.sortBy}
          choices={orders.map(({ title, orderBy }) => ({
            title,
            href: links.toOrder(orderBy),
            isChosen: orderBy === order,
          }))}
        />
      )}
      {sizes.length > 1 && isLong && (
        <Choices
          label={messages.pageSize}
          choices={sizes.map((size) => ({
            title: messages.number(size),
            href: links.toPageSize(size),
            isChosen: size === pagingInfo.pageSize,
          }))}
        />
      )}
    </div>
  )
}

/** Whether there is no term and the results are in their default order. */
export const isInDefaultOrder = (view: SearchView): boolean => {
  const { answeredTerm, queryParams } = view.facet
  return !answeredTerm && ['', orderRules(view).usual].includes(queryParams.dynamicOrderBy.join(','))
}

/** The default order of the results that are shown, and whether they can be sorted in another. */
function orderRules({ search, context, facetKey, facet }: SearchView) {
  const source = sourceOf(configOf(search), { context, key: facetKey })
  // The term of these results: those of a newer one may still be loading.
  const address = { ...addressOf(search, context, facetKey), term: facet.answeredTerm ?? '' }
  return {
    usual: defaultOrder(source, address),
    isPossible: (orderBy: string) => isPossibleOrder(source, orderBy, address),
  }
}

interface Choice {
  readonly title: string
  readonly href: string
  readonly isChosen: boolean
}

function Choices({ label, choices }: { readonly label: string; readonly choices: readonly Choice[] }) {
  return (
    <nav className={styles['choices']} aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <ul>
        {choices.map(({ title, href, isChosen }) => (
          <li key={title}>
            <Link
              href={href}
              rel="nofollow"
              data-focus-key={`${label} ${title}`}
              {...(isChosen && { 'aria-current': 'true' as const })}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
