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
import type { FieldPosition } from './finding.ts'
import { plainSentences, richTextParts, type RichTextPart } from './rich-text-parts.ts'

/** A part of a page that is checked, and its position in the content. */
export type EntryPart = FieldPosition &
  (
    | RichTextPart
    | { readonly kind: 'text'; readonly sentences: readonly string[] }
    /** A linked entry; `isMissing` where the link could not be resolved. */
    | { readonly kind: 'entry'; readonly linked: Entry; readonly isMissing: boolean }
    /** An image whose asset does not exist. */
    | { readonly kind: 'missingImage' }
    | {
        readonly kind: 'picture'
        readonly image: ImageField
        readonly alt: string
        readonly width?: number
        /** Largest width at which layouts show it, in pixels. */
        readonly shownWidth: number
      }
  )

/** Largest widths at which images are shown, in pixels, as in the `sizes` of the components in ui. */
const TEXT_WIDTH = 672
const BAND_WIDTH = 833
const PORTRAIT_WIDTH = 360
const CARD_WIDTH = 384

/** Members of an entry that are not checked as fields. */
const NOT_SHOWN = new Set(['sys', 'entryTitle', 'entryDescription', 'entryThumbnail', 'entryTags'])
/** Fields and composer items that show linked entries as cards, with their images. */
const CARDS = new Set(['entryCard', 'highlights'])

interface Walk {
  readonly sanitise: Sanitise
  readonly position: FieldPosition
  /** Name of the innermost field or composer item. */
  readonly name: string
}

/** All parts of an entry, of its composer blocks, and of the cards of linked entries, in the order of its fields. */
export const entryParts = (entry: Entry, sanitise: Sanitise): readonly EntryPart[] =>
  Object.entries(entry)
    .filter(([name]) => !NOT_SHOWN.has(name))
    .flatMap(([name, value]) => partsOf(value, { sanitise, position: { entry, field: [name] }, name }))

function partsOf(value: unknown, walk: Walk): readonly EntryPart[] {
  if (typeof value === 'string') return textParts(value, walk)
  if (isImageLink(value)) return [{ ...walk.position, kind: 'missingImage' }]
  if (isImageField(value)) return [pictureOf(value, walk)]
  if (isEntry(value)) return linkedParts(value, walk)
  if (isComposer(value)) return value.flatMap((_, at) => composedParts(value, at, walk))
  if (Array.isArray(value)) return value.flatMap((item, at) => partsOf(item, inside(walk, String(at + 1))))
  return Object.entries(readObject(value) ?? {}).flatMap(([name, member]) =>
    partsOf(member, inside(walk, name, name)),
  )
}

/** Parts of a composer item. Its own heading is below the preceding heading item (levelOf in domain/composer.ts). */
function composedParts(items: readonly ComposerItem[], at: number, walk: Walk): readonly EntryPart[] {
  const { type, value } = items[at] ?? { type: '', value: null }
  const item = inside(walk, `${at + 1}. ${type}`, type)
  const isHeading = type === 'heading'
  const text = readText(isHeading ? value : readObject(value)?.['heading'])
  const first = items.findIndex((one) => one.type === 'heading')
  const level = isHeading || first === -1 || first > at ? 2 : 3
  return [
    ...(text === undefined ? [] : [{ ...item.position, kind: 'heading' as const, level, text }]),
    ...(isHeading ? [] : partsOf(value, item)),
  ]
}

/** The walk, one level deeper. */
const inside = ({ sanitise, position: { entry, field }, name }: Walk, step: string, as = name): Walk => ({
  sanitise,
  position: { entry, field: [...field, step] },
  name: as,
})

function textParts(value: string, { sanitise, position }: Walk): readonly EntryPart[] {
  if (!/<[a-z][^>]*>/i.test(value)) return []
  const clean = sanitise(value)
  return [
    ...richTextParts(clean).map((part) => ({ ...position, ...part })),
    { ...position, kind: 'text', sentences: plainSentences(clean) },
  ]
}

/** Parts of a linked entry: the link, and on a card its image. Everything else is checked on the linked entry's own page. */
function linkedParts(linked: Entry, { sanitise, position, name }: Walk): readonly EntryPart[] {
  const link: EntryPart = { ...position, kind: 'entry', linked, isMissing: isEntryLink(linked) }
  if (!CARDS.has(name)) return [link]
  const image = ['image', 'photo'].find((field) => linked[field])
  if (image === undefined) return [link]
  const walk = { sanitise, position: { entry: linked, field: [image] }, name: 'card' }
  return [link, ...partsOf(linked[image], walk)]
}

function pictureOf(image: ImageField, { position, name }: Walk): EntryPart {
  const { alt = '', width } = readImage(image) ?? {}
  return {
    ...position,
    kind: 'picture',
    image,
    alt,
    ...(width !== undefined && { width }),
    shownWidth: shownWidth(position.entry.sys.contentTypeId, name),
  }
}

function shownWidth(contentTypeId: string | undefined, name: string): number {
  if (name === 'card') return CARD_WIDTH
  if (name === 'photo') return PORTRAIT_WIDTH
  if (name === 'heroImage' || (name === 'image' && contentTypeId === 'landingPage')) return BAND_WIDTH
  return TEXT_WIDTH
}
