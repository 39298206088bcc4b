import { readText, summaryOf, titleOf, type Entry } from '@tessera/shared/content'
import type { Sanitise } from '../composer.ts'
import { entryParts, type EntryPart } from './entry-parts.ts'
import { finding, type Finding } from './finding.ts'
import { linkKind } from './link-kind.ts'
import { readingFormula } from './reading-age.ts'

/** Search engines show about this many characters of a title, without the site's name. */
const MAX_TITLE_LENGTH = 65
/** Highest acceptable reading age: councils aim at nine to eleven, and half of all adults read at this level or below. */
const MAX_READING_AGE = 14
/** Pixel density of screens, and the factor above it from which an image counts as oversized. */
const DENSITY = 2
const SPARE = 2

/** A link to a page of this site that has to be looked up. */
export interface InternalLink {
  readonly path: string
  /** The finding to report if there is no page. */
  readonly finding: Finding
}

/** Result of the review of an entry, before its links are looked up. */
export interface EntryReview {
  readonly findings: readonly Finding[]
  readonly links: readonly InternalLink[]
  /** Null for a text that is too short, `not-english` for a language that there is no formula for. */
  readonly readingAge: number | 'not-english' | null
}

/** The reviewed page. */
interface ReviewedPage {
  readonly origin: string
  readonly path: string
  /** Language of the entry. */
  readonly language: string
  readonly sanitise: Sanitise
}

/** Checks an entry and everything in its composers. */
export function reviewEntry(entry: Entry, page: ReviewedPage): EntryReview {
  const parts = entryParts(entry, page.sanitise)
  const links = parts.flatMap((part) => (part.kind === 'link' ? [readLink(part, page)] : []))
  const sentences = parts.flatMap((part) => (part.kind === 'text' ? part.sentences : []))
  const formula = readingFormula(page.language)
  const age = formula ? formula(sentences) : 'not-english'
  return {
    findings: [
      ...ownFindings(entry),
      ...headingJumps(parts),
      ...parts.flatMap(partFindings),
      ...links.flatMap((link) => ('check' in link ? [link] : [])),
      ...(typeof age === 'number' && age > MAX_READING_AGE
        ? [finding('hardToRead', { entry, field: ['body'] }, { age, most: MAX_READING_AGE })]
        : []),
    ],
    links: links.flatMap((link) => ('path' in link ? [link] : [])),
    readingAge: age,
  }
}

function ownFindings(entry: Entry): readonly Finding[] {
  const { length } = titleOf(entry) ?? ''
  return [
    ...(length > MAX_TITLE_LENGTH
      ? [finding('longTitle', { entry, field: ['entryTitle'] }, { length, most: MAX_TITLE_LENGTH })]
      : []),
    ...(summaryOf(entry) === undefined
      ? [finding('missingDescription', { entry, field: ['entryDescription'] })]
      : []),
  ]
}

/** Headings that skip a level, which confuses readers who navigate by headings. The page's title counts as the first heading. */
function headingJumps(parts: readonly EntryPart[]): readonly Finding[] {
  const headings = parts.filter((part) => part.kind === 'heading')
  return headings.flatMap((part, at) => {
    const before = headings[at - 1]?.level ?? 1
    if (part.level <= before + 1) return []
    return [finding('headingJump', part, { from: `h${before}`, to: `h${part.level}`, text: part.text })]
  })
}

function partFindings(part: EntryPart): readonly Finding[] {
  switch (part.kind) {
    case 'picture':
      return pictureFindings(part)
    case 'image':
      return part.alt === '' ? [finding('missingAlt', part, { file: fileName(part.src) })] : []
    case 'missingImage':
      return [finding('missingEntry', part)]
    case 'entry':
      return entryFindings(part)
    default:
      return []
  }
}

function pictureFindings(part: Extract<EntryPart, { readonly kind: 'picture' }>): readonly Finding[] {
  const { alt, width = 0, shownWidth, image } = part
  const file = fileName(image.asset.sys.uri ?? '')
  const isVector = /\.svg$/i.test(file)
  const most = shownWidth * DENSITY * SPARE
  return [
    ...(alt === '' ? [finding('missingAlt', part, { file })] : []),
    ...(!isVector && width > most
      ? [finding('oversizedImage', part, { file, width, shown: shownWidth, most })]
      : []),
  ]
}

function entryFindings({
  linked,
  isMissing,
  ...place
}: Extract<EntryPart, { readonly kind: 'entry' }>): readonly Finding[] {
  const { id, uri } = linked.sys
  if (isMissing) return [finding('missingEntry', place, { id })]
  return readText(uri) ? [] : [finding('entryWithoutPage', place, { title: titleOf(linked) ?? id })]
}

function readLink(
  part: Extract<EntryPart, { readonly kind: 'link' }>,
  page: ReviewedPage,
): Finding | InternalLink | Record<never, never> {
  const kind = linkKind(part.href, page)
  const facts = { text: part.text, href: part.href ?? '' }
  if (kind.type === 'malformed') return finding('malformedLink', part, facts)
  if (kind.type === 'internal') return { path: kind.path, finding: finding('brokenLink', part, facts) }
  return {}
}

const fileName = (address: string): string => address.split(/[?#]/)[0]?.split('/').at(-1) ?? address
