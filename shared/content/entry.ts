/** System members of an entry as the delivery API gives them. Source: specification 3, Entry. */
export interface EntrySys {
  readonly id: string
  readonly contentTypeId?: string
  readonly language?: string
  readonly dataFormat?: 'entry' | 'asset' | 'webpage'
  readonly slug?: string
  readonly uri?: string | null
  readonly allUris?: readonly string[]
  readonly versionStatus?: 'published' | 'latest'
  readonly availableLanguages?: readonly string[]
  /** Whether there is a published version of it in this language. */
  readonly isPublished?: boolean
  readonly workflow?: Readonly<Record<string, unknown>>
  readonly properties?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly version?: Readonly<Record<string, unknown>>
}

/** An entry: content type fields at the top level, system members under `sys`. */
export interface Entry {
  readonly sys: EntrySys
  readonly entryTitle?: string | null
  readonly entryDescription?: string | null
  readonly [field: string]: unknown
}

/** An image field: the asset and its editorial texts. `transformations` is a query string on the wire. */
export interface ImageField {
  readonly asset: Entry
  readonly altText?: string | null
  readonly caption?: string | null
  readonly transformations?: string | null
}

/** One item of a composer field. */
export interface ComposerItem {
  readonly type: string
  readonly value: unknown
}

/** Whether a value has members by name: it is neither a list nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is an entry with at least an id, resolved or not. */
export const isEntry = (value: unknown): value is Entry =>
  isObject(value) && isObject(value['sys']) && typeof value['sys']['id'] === 'string'

/**
 * Whether a value is an unresolved link: an object with `sys.id` and no key beside `sys`. Other members of `sys` do not
 * matter: the platform's links give their content type and language there. Source: specification 3; reference delivery-api 1.5.
 */
export const isEntryLink = (value: unknown): value is Entry =>
  isEntry(value) && Object.keys(value).length === 1

/** Whether a value is an unresolved image: a link as its `asset`, and at most one other key. Source: specification 3. */
export const isImageLink = (value: unknown): value is { readonly asset: Entry } =>
  isObject(value) && isEntryLink(value['asset']) && Object.keys(value).length <= 2

/** Whether a value is an image field whose asset has an address to show. */
export const isImageField = (value: unknown): value is ImageField =>
  isObject(value) && isEntry(value['asset']) && typeof value['asset'].sys.uri === 'string'

/** Whether a value is a composer: a list of `{ type, value }`. */
export const isComposer = (value: unknown): value is readonly ComposerItem[] =>
  Array.isArray(value) &&
  value.every((item) => isObject(item) && typeof item['type'] === 'string' && 'value' in item)

/** How much of an entry a page asks for. Absent `fields` means every field. Source: specification 2, Routes. */
export interface EntryLimits {
  readonly fields?: readonly string[]
  /** Levels of linked entries to resolve. */
  readonly linkDepth?: number
  /** Dotted field path → levels, overriding `linkDepth` below that path. */
  readonly fieldLinkDepths?: Readonly<Record<string, number>>
}

/** Levels of links that are resolved by default. Source: specification 9. */
const DEFAULT_LINK_DEPTH = 2

const NO_LIMITS: EntryLimits = {}

/** The complete limits of each route and content type, computed once. */
const inFull = new WeakMap<EntryLimits, Required<EntryLimits>>()

/** The limits that apply: the route's, else the content type's, else every field at the default depth. */
export function entryLimits(
  route: EntryLimits | undefined,
  contentType: EntryLimits | undefined,
): Required<EntryLimits> {
  const chosen = hasLimits(route) ? route : hasLimits(contentType) ? contentType : NO_LIMITS
  const known = inFull.get(chosen)
  if (known) return known
  const limits = {
    fields: chosen.fields ?? [],
    linkDepth: chosen.linkDepth ?? (chosen.fieldLinkDepths ? 0 : DEFAULT_LINK_DEPTH),
    fieldLinkDepths: chosen.fieldLinkDepths ?? {},
  }
  inFull.set(chosen, limits)
  return limits
}

/** Whether any limit is given; a link depth of 0 is one. */
export const hasLimits = (limits: EntryLimits | undefined): limits is EntryLimits =>
  limits?.fields !== undefined || limits?.linkDepth !== undefined || limits?.fieldLinkDepths !== undefined

/** The keys of a `surrogate-key` header, which white space separates; each key once. Source: specification 4. */
export const splitKeys = (header: string | null | undefined): readonly string[] =>
  header ? [...new Set(header.split(/\s+/).filter(Boolean))] : []
