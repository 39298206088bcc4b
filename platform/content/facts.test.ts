import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
interface Fields {
  readonly [id: string]: Json
}
interface Entry {
  readonly id: string
  readonly key: string
  readonly contentTypeId: string
  readonly variations: { readonly [language: string]: { readonly published: { readonly fields: Fields } | null } }
}
interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly slug: { readonly [language: string]: string }
  readonly entryId?: string
}
interface Form {
  readonly contentId?: string
  readonly formTypeId?: string
}
interface Document {
  readonly entries?: readonly Entry[]
  readonly nodes?: readonly Node[]
  readonly forms?: readonly Form[]
}

const ROOT = import.meta.dirname
const PRIMARY = 'en-GB'
const documents = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !file.startsWith('assets'))
  .map((file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Document)
const entries = documents.flatMap((one) => one.entries ?? [])
const nodes = documents.flatMap((one) => one.nodes ?? [])
const forms = documents.flatMap((one) => one.forms ?? [])
const nodeById = new Map(nodes.map((node) => [node.id, node]))

const versions = entries.flatMap(({ key, id, contentTypeId, variations }) =>
  Object.entries(variations).flatMap(([language, { published }]) =>
    published ? [{ key, id, contentTypeId, language, fields: published.fields }] : [],
  ),
)

/** The texts of a value that a visitor reads, without markup; form ids are left out, because they differ by language. */
function textsIn(value: Json, name = ''): readonly string[] {
  if (typeof value === 'string') return name === 'formId' ? [] : [value.replace(/<[^>]*>/g, ' ')]
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one as Json))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, key))
}

const figuresIn = (fields: Fields): ReadonlySet<string> =>
  new Set(textsIn(fields).flatMap((text) => text.match(/\d+(?:[.,]\d+)*/g) ?? []))

const names = (text: string): readonly string[] => text.split(' ')

/** How a language writes a day of the week before a date. */
const DATES = {
  [PRIMARY]: {
    months: names(
      'January February March April May June July August September October November December',
    ),
    weekdays: names('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
    before: '',
  },
  cy: {
    months: names('Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr'),
    weekdays: names('Sul Llun Mawrth Mercher Iau Gwener Sadwrn'),
    before: '(?:[Dd]d?ydd|nos) ',
  },
} as const
/** The years that the content is about; a date without a year is in one of them. */
const YEARS = [2025, 2026, 2027, 2028]

/** Dates whose weekday is wrong in the calendar. */
function impossibleDates(text: string, language: keyof typeof DATES): readonly string[] {
  const { months, weekdays, before } = DATES[language]
  const dates = new RegExp(
    `\\b${before}(${weekdays.join('|')}),? (\\d{1,2}) (${months.join('|')})(?: (\\d{4}))?`,
    'g',
  )
  return [...text.matchAll(dates)].flatMap(([written, weekday = '', day, month = '', year]) => {
    const isThen = (one: number) =>
      new Date(Date.UTC(one, months.indexOf(month as never), Number(day))).getUTCDay() ===
      weekdays.indexOf(weekday as never)
    return (year ? [Number(year)] : YEARS).some(isThen) ? [] : [written]
  })
}

/** Pairs of date fields: the second is never before the first. */
const ORDERS = [
  ['received', 'consultationEnds'],
  ['received', 'decided'],
  ['consultationEnds', 'decided'],
  ['publishedDate', 'newsUntil'],
] as const

function pathOf(node: Node): string {
  const parent = node.parentId === null ? undefined : nodeById.get(node.parentId)
  return parent ? `${pathOf(parent)}/${node.slug[PRIMARY] ?? ''}` : ''
}

/** Services for which the contact page's table has a telephone number, with the path of their pages. */
const SERVICES = {
  'Bins and recycling': '/services/bins-and-recycling',
  'Council tax': '/services/council-tax',
} as const

describe('facts of the demonstration content do not contradict each other', () => {
  test('a page in Welsh has every figure that it has in English: numbers, prices, times and years', () => {
    const lost = entries.flatMap(({ key, variations }) => {
      const [english, welsh] = [variations[PRIMARY]?.published, variations['cy']?.published]
      if (!english || !welsh) return []
      return [...figuresIn(english.fields)]
        .filter((figure) => !figuresIn(welsh.fields).has(figure))
        .map((figure) => `${key}: ${figure}`)
    })
    expect(lost).toEqual([])
  })

  test('a date has the day of the week that the calendar gives it', () => {
    const wrong = versions.flatMap(({ key, language, fields }) =>
      textsIn(fields).flatMap((text) =>
        impossibleDates(text, language as keyof typeof DATES).map((date) => `${key}: ${date}`),
      ),
    )
    expect(wrong).toEqual([])
    expect(impossibleDates('on Monday 4 October 2026', PRIMARY)).toEqual(['Monday 4 October 2026'])
    expect(impossibleDates('ar ddydd Sul 4 Hydref 2026', 'cy')).toEqual([])
  })

  test('nothing ends before it begins, and no decision is made while comments are taken', () => {
    const wrong = versions.flatMap(({ key, fields }) => {
      const { from, to } = (fields['dates'] ?? {}) as { readonly from?: string; readonly to?: string }
      const pairs = [...ORDERS.map(([one, other]) => [fields[one], fields[other]]), [from, to]]
      return pairs.some(([one, other]) => one && other && String(other) < String(one)) ? [key] : []
    })
    expect(wrong).toEqual([])
  })

  test('an application is open for comments for half a year at most', () => {
    const days = versions.flatMap(({ fields: { received, consultationEnds } }) =>
      received && consultationEnds
        ? [(Date.parse(String(consultationEnds)) - Date.parse(String(received))) / 86_400_000]
        : [],
    )
    expect(days.length).toBeGreaterThan(10)
    expect(Math.max(...days)).toBeLessThan(183)
  })

  test('application numbers follow the dates of the applications', () => {
    const applications = versions
      .filter(({ contentTypeId }) => contentTypeId === 'planningApplication')
      .map(({ fields }) => ({ reference: String(fields['reference']), received: String(fields['received']) }))
      .toSorted((one, other) => one.reference.localeCompare(other.reference))
    const early = applications.filter(({ received }, at) => received < (applications[at - 1]?.received ?? ''))
    expect(early.map(({ reference }) => reference)).toEqual([])
    expect(applications.length).toBeGreaterThan(200)
  })

  test.each(Object.entries(SERVICES))('the telephone number of %s is that of no other service', (name, home) => {
    const contact = entries.find(({ key }) => key === 'contentPage/contact')
    const table = JSON.stringify(contact?.variations[PRIMARY]?.published?.fields)
    const number = new RegExp(`${name}",\\s*"(?:<[^>]*>)?(01632 \\d{6})`).exec(table)?.[1]
    expect(number).toBeDefined()
    const paths = new Map(nodes.map((node) => [node.entryId, pathOf(node)]))
    const speaks = (value: unknown) => JSON.stringify(value).includes(String(number))
    const formsThatSay = forms.filter(speaks).map(({ contentId, formTypeId }) => contentId ?? formTypeId)
    const pages = versions.filter(
      ({ fields }) =>
        speaks(fields) || formsThatSay.some((id) => JSON.stringify(fields).includes(`"formId":"${id}"`)),
    )
    const elsewhere = pages
      .map(({ id }) => paths.get(id) ?? '')
      .filter((one) => !one.startsWith(`${home}/`) && one !== home && one !== '/contact')
    expect(elsewhere).toEqual([])
    expect(pages.length).toBeGreaterThan(2)
  })
})
