import {
  isComposer,
  isEntry,
  isEntryLink,
  isImageField,
  isImageLink,
  readImage,
  readObject,
  readText,
  type ComposerItem,
  type Entry,
  type ImageField,
} from '@tessera/shared/content'
import type { Sanitise } from '../composer.ts'
import type { Place } from './finding.ts'
import { plainSentences, richTextParts, type RichTextPart } from './rich-text-parts.ts'

/** Something on a page that can be wrong, and where it is written. */
export type EntryPart = Place &
  (
    | RichTextPart
    | { readonly kind: 'text'; readonly sentences: readonly string[] }
    /** A linked entry; missing where it could not be resolved. */
    | { readonly kind: 'entry'; readonly linked: Entry; readonly isMissing: boolean }
    /** An image whose asset is not there. */
    | { readonly kind: 'missingImage' }
    | {
        readonly kind: 'picture'
        readonly image: ImageField
        readonly alt: string
        readonly width?: number
        /** Widest that layouts show it, in pixels. */
        readonly shownWidth: number
      }
  )

/** Widest that an image is shown, in pixels, as `sizes` of the components in ui have it. */
const TEXT_WIDTH = 672
const BAND_WIDTH = 833
const PORTRAIT_WIDTH = 360
const CARD_WIDTH = 384

/** Members of an entry that no page shows as they are. */
const NOT_SHOWN = new Set(['sys', 'entryTitle', 'entryDescription', 'entryThumbnail', 'entryTags'])
/** Fields and composer items that show what they link to as cards, with its image. */
const CARDS = new Set(['entryCard', 'highlights'])

interface Walk {
  readonly sanitise: Sanitise
  readonly place: Place
  /** Name of the innermost field or composer item. */
  readonly name: string
}

/** Everything of an entry, of the blocks composed in it, and of the cards of the entries that it links to, in the order of its fields. */
export const entryParts = (entry: Entry, sanitise: Sanitise): readonly EntryPart[] =>
  Object.entries(entry)
    .filter(([name]) => !NOT_SHOWN.has(name))
    .flatMap(([name, value]) => partsOf(value, { sanitise, place: { entry, field: [name] }, name }))

function partsOf(value: unknown, walk: Walk): readonly EntryPart[] {
  if (typeof value === 'string') return textParts(value, walk)
  if (isImageLink(value)) return [{ ...walk.place, kind: 'missingImage' }]
  if (isImageField(value)) return [pictureOf(value, walk)]
  if (isEntry(value)) return linkedParts(value, walk)
  if (isComposer(value)) return value.flatMap((_, at) => composedParts(value, at, walk))
  if (Array.isArray(value)) return value.flatMap((item, at) => partsOf(item, inside(walk, String(at + 1))))
  return Object.entries(readObject(value) ?? {}).flatMap(([name, member]) =>
    partsOf(member, inside(walk, name, name)),
  )
}

/** An item of a composer; one with a heading of its own stands below the last heading item (levelOf in domain/composer.ts). */
function composedParts(items: readonly ComposerItem[], at: number, walk: Walk): readonly EntryPart[] {
  const { type, value } = items[at] ?? { type: '', value: null }
  const item = inside(walk, `${at + 1}. ${type}`, type)
  const isHeading = type === 'heading'
  const text = readText(isHeading ? value : readObject(value)?.['heading'])
  const first = items.findIndex((one) => one.type === 'heading')
  const level = isHeading || first === -1 || first > at ? 2 : 3
  return [
    ...(text === undefined ? [] : [{ ...item.place, kind: 'heading' as const, level, text }]),
    ...(isHeading ? [] : partsOf(value, item)),
  ]
}

/** The same walk, one step further in. */
const inside = ({ sanitise, place: { entry, field }, name }: Walk, step: string, as = name): Walk => ({
  sanitise,
  place: { entry, field: [...field, step] },
  name: as,
})

function textParts(value: string, { sanitise, place }: Walk): readonly EntryPart[] {
  if (!/<[a-z][^>]*>/i.test(value)) return []
  const clean = sanitise(value)
  return [
    ...richTextParts(clean).map((part) => ({ ...place, ...part })),
    { ...place, kind: 'text', sentences: plainSentences(clean) },
  ]
}

/** What a page shows of an entry that it links to: a link, and on a card its image. The rest is the business of its own page. */
function linkedParts(linked: Entry, { sanitise, place, name }: Walk): readonly EntryPart[] {
  const link: EntryPart = { ...place, kind: 'entry', linked, isMissing: isEntryLink(linked) }
  if (!CARDS.has(name)) return [link]
  const image = ['image', 'photo'].find((field) => linked[field])
  if (image === undefined) return [link]
  const walk = { sanitise, place: { entry: linked, field: [image] }, name: 'card' }
  return [link, ...partsOf(linked[image], walk)]
}

function pictureOf(image: ImageField, { place, name }: Walk): EntryPart {
  const { alt = '', width } = readImage(image) ?? {}
  return {
    ...place,
    kind: 'picture',
    image,
    alt,
    ...(width !== undefined && { width }),
    shownWidth: shownWidth(place.entry.sys.contentTypeId, name),
  }
}

function shownWidth(contentTypeId: string | undefined, name: string): number {
  if (name === 'card') return CARD_WIDTH
  if (name === 'photo') return PORTRAIT_WIDTH
  if (name === 'heroImage' || (name === 'image' && contentTypeId === 'landingPage')) return BAND_WIDTH
  return TEXT_WIDTH
}
