import { anyUpdateKey } from './response-headers.ts'

/** An answer of the platform that a page was made from. */
export interface KeyedAnswer {
  readonly keys: readonly string[]
  readonly data: unknown
}

/** Longest list of keys, in characters: with its defaults Varnish refuses a header of more than 8 KB. Source: reference security 4.2. */
export const MAX_KEYS_LENGTH = 7_000

/** The embedded platform's keys: of an entry, a node, or everything of a content type. */
const KEY = /^(.+)_(e|n|ct)_(.+)$/
/** Platforms may send this key with every answer; a page that kept it would go with every change. */
const isAnyUpdate = (key: string): boolean => key.endsWith('_any-update')
const isSafe = (key: string): boolean => /^[\w.:-]+$/.test(key)

/**
 * The keys that drop a page when what it shows changes: those of the answers it was made from. Where they are too many, those
 * of entries give way to their content types', and where that is still too many the page goes with every change.
 */
export function pageKeys(
  answers: readonly KeyedAnswer[],
  extra: readonly string[],
  site: { readonly alias: string; readonly projectId: string },
): readonly string[] {
  const all = unique([...extra, ...answers.flatMap(({ keys }) => keys.filter((key) => !isAnyUpdate(key)))])
  if (!all.every(isSafe)) return [...extra, anyUpdateKey(site.alias)]
  if (fits(all)) return all
  const collapsed = unique([...extra, ...answers.flatMap((answer) => collapse(answer, site.projectId))])
  return fits(collapsed) ? collapsed : [...extra, anyUpdateKey(site.alias)]
}

const fits = (keys: readonly string[]): boolean => keys.join(' ').length <= MAX_KEYS_LENGTH
const unique = (keys: readonly string[]): readonly string[] => [...new Set(keys)]

/** The keys of an answer with its entries by content type; all of them when some entry does not say its type. */
function collapse({ keys, data }: KeyedAnswer, projectId: string): readonly string[] {
  const own = keys.filter((key) => !isAnyUpdate(key))
  const read = own.map((key) => KEY.exec(key))
  const [first] = read
  if (!first || read.some((key) => key === null || key[1] !== first[1])) return own
  const types = contentTypesIn(data)
  if (types === null) return own
  const others = own.filter((_key, index) => read[index]?.[2] !== 'e')
  return [...others, ...[...types].map((type) => `${first[1]}_ct_${projectId}_${type}`)]
}

/** The content types of all entries in an answer; null when there is an entry that does not say its own. */
function contentTypesIn(data: unknown): ReadonlySet<string> | null {
  const types = new Set<string>()
  const rest: unknown[] = [data]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one !== 'object' || one === null) continue
    if ('sys' in one && typeof one.sys === 'object' && one.sys !== null && 'id' in one.sys) {
      const type = 'contentTypeId' in one.sys ? one.sys.contentTypeId : null
      if (typeof type !== 'string') return null
      types.add(type)
    }
    rest.push(...Object.values(one))
  }
  return types
}
