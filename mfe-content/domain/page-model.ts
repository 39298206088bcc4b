import type { Card, DateRange, ImageModel } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'

/** A link to another page of the site. */
export interface LinkModel {
  readonly title: string
  readonly href: string
  /** Of the page that it leads to, and of its title: there only where it is not the language of the page around it. */
  readonly language?: string
}

/** One block of a composer. */
export type Block =
  | { readonly type: 'heading'; readonly text: string; readonly id: string }
  | { readonly type: 'richText'; readonly html: string }
  | { readonly type: 'image'; readonly image: ImageModel }
  | { readonly type: 'quote'; readonly text: string; readonly source?: string }
  | { readonly type: 'linkList'; readonly heading?: string; readonly links: readonly LinkModel[] }
  | { readonly type: 'entryCard'; readonly card: Card }
  | {
      readonly type: 'table'
      readonly caption?: string
      readonly headers: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | {
      readonly type: 'accordion'
      readonly items: readonly { readonly heading: string; readonly html: string }[]
    }
  | {
      readonly type: 'callToAction'
      readonly heading: string
      readonly text?: string
      readonly link?: LinkModel
    }
  | {
      readonly type: 'form'
      /** Of its slot: unique on the page, for the same form may stand there twice. */
      readonly id: string
      readonly formId: string
      readonly heading?: string
      /** Where the form comes from; a form map unless said. */
      readonly provider?: string
      readonly phrases?: Readonly<Record<string, string>>
      /** Labels of fields, and the parameters of the page's address that fill them in. */
      readonly prefill?: Readonly<Record<string, string>>
    }
  | {
      readonly type: 'minilist'
      /** Of its slot: unique on the page, for the same list may stand there twice. */
      readonly id: string
      readonly minilist: string
      readonly heading?: string
      /** Where all of it is. */
      readonly link?: LinkModel
    }
  | {
      readonly type: 'collectionDays' | 'councillorFinder'
      readonly heading?: string
      /** What to do where no street is found: HTML, sanitised. */
      readonly notFound?: string
    }

/** What every page has. */
export interface PageModel {
  readonly title: string
  readonly summary?: string
  readonly image?: ImageModel
  readonly blocks: readonly Block[]
  /** Composer item types that this site has no block for: skipped, and noted for staff. */
  readonly skipped?: readonly string[]
}

export interface HomeModel extends PageModel {
  readonly heroHeading: string
  readonly heroText?: string
  readonly quickLinks: readonly EntryRef[]
  readonly highlights: readonly EntryRef[]
  /** How many of them are shown, and for how many days an article is news. */
  readonly spotlight: { readonly most: number; readonly newsDays: number }
}
/** A link to an entry that is not resolved: which entry, in which language. */
export interface EntryRef {
  readonly id: string
  readonly language?: string
}
export interface ContentModel extends PageModel {
  readonly related: readonly LinkModel[]
}
export interface NewsModel extends PageModel {
  readonly date?: string
  readonly author?: string
  readonly topic?: string
  /** Of the topic, for others about it. */
  readonly topicKey?: string
}
export interface EventModel extends PageModel {
  readonly dates?: DateRange
  readonly venue?: {
    readonly title: string
    readonly href?: string
    readonly language?: string
    readonly address?: readonly string[]
  }
  readonly price?: string
  readonly topic?: string
}
/** Hours of some days of the week: 0 for Monday; minutes since midnight. */
export interface WeekHours {
  readonly weekdays: readonly number[]
  readonly opens: number
  readonly closes: number
}
export interface VenueModel extends PageModel {
  readonly kind?: string
  /** Address lines, postcode last. */
  readonly address: readonly string[]
  readonly location?: { readonly lat: number; readonly lon: number }
  readonly phone?: string
  readonly email?: string
  readonly openingHours: readonly {
    readonly days: string
    readonly hours: string
    readonly week?: WeekHours
  }[]
  readonly facilities: readonly string[]
}
export interface CouncillorModel extends PageModel {
  readonly party?: string
  readonly ward?: string
  readonly email?: string
  readonly phone?: string
  readonly roles: readonly string[]
}
export interface PlanningModel extends PageModel {
  readonly reference?: string
  readonly address?: string
  readonly postcode?: string
  readonly ward?: string
  readonly applicant?: string
  readonly status?: string
  readonly received?: string
  readonly decided?: string
  /** The last day on which comments are taken. */
  readonly consultationEnds?: string
  readonly documents: readonly LinkModel[]
  readonly location?: { readonly lat: number; readonly lon: number }
}
export interface DocumentModel extends PageModel {
  readonly category?: string
  /** Of the category as it is stored, for others of it. */
  readonly categoryKey?: string
  readonly published?: string
  readonly file?: { readonly href: string; readonly extension: string; readonly bytes?: number }
}
/** A page of any entry: its short values by name, in field order. A value is a text, or a date as ISO 8601. */
export interface AnyModel extends PageModel {
  readonly facts: readonly { readonly name: string; readonly value?: string; readonly date?: string }[]
}
export interface ListingModel extends PageModel {
  /** Name of a listing in the configuration of search; absent where none of that form is given. */
  readonly listing?: string
  /** Name of several listings at one address, where the page has no listing of its own. */
  readonly composition?: string
}

/** A model as route state holds it: models are plain JSON, which their types cannot say. */
export const asJson = (model: PageModel): JsonObject => dropAbsent(model) as unknown as JsonObject

/** Route state's model as the page that asked for it. The mapping table pairs mappers with views, so the type is known. */
export const asModel = <M extends PageModel>(mapped: JsonObject): M => mapped as unknown as M

function dropAbsent(value: unknown): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => dropAbsent(item) ?? null)
  if (typeof value !== 'object' || value === null) return value as Json | undefined
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, dropAbsent(member)]))
}
