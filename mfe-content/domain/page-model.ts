import type { Card, DateRange, ImageModel } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'

/** A link to another page of the site. */
export interface LinkModel {
  readonly title: string
  readonly href: string
  /** Language of the linked page and of its title; only where it differs from that of the page around the link. */
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
      /** Id of its slot: unique on the page, where the same form may occur twice. */
      readonly id: string
      readonly formId: string
      readonly heading?: string
      /** Provider of the form; a form map unless given. */
      readonly provider?: string
      readonly phrases?: Readonly<Record<string, string>>
      /** Field label → query parameter of the page that prefills the field. */
      readonly prefill?: Readonly<Record<string, string>>
    }
  | {
      readonly type: 'minilist'
      /** Id of its slot: unique on the page, where the same list may occur twice. */
      readonly id: string
      readonly minilist: string
      readonly heading?: string
      /** Link to the complete list. */
      readonly link?: LinkModel
    }
  | {
      readonly type: 'collectionDays' | 'councillorFinder'
      readonly heading?: string
      /** Help for when no street is found: sanitised HTML. */
      readonly notFound?: string
    }

/** The model that all pages have in common. */
export interface PageModel {
  readonly title: string
  readonly summary?: string
  readonly image?: ImageModel
  readonly blocks: readonly Block[]
  /** Composer item types without a block on this site: skipped, and reported to staff. */
  readonly skipped?: readonly string[]
}

export interface HomeModel extends PageModel {
  readonly heroHeading: string
  readonly heroText?: string
  readonly quickLinks: readonly EntryRef[]
  readonly highlights: readonly EntryRef[]
  /** How many highlights are shown, and for how many days an article counts as news. */
  readonly spotlight: { readonly most: number; readonly newsDays: number }
}
/** A reference to an entry by id and language. */
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
  /** Key of the topic, to search for other articles about it. */
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
/** Hours of some days of the week: 0 for Monday; minutes since midnight, of which `closes` may be on the next day. */
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
  /** The last day on which comments are accepted. */
  readonly consultationEnds?: string
  readonly documents: readonly LinkModel[]
  readonly location?: { readonly lat: number; readonly lon: number }
}
export interface DocumentModel extends PageModel {
  readonly category?: string
  /** Stored value of the category, to search for other documents of it. */
  readonly categoryKey?: string
  readonly published?: string
  readonly file?: { readonly href: string; readonly extension: string; readonly bytes?: number }
}
/** A page for any content type: short values by field name, in field order, as a text or an ISO 8601 date. */
export interface AnyModel extends PageModel {
  readonly facts: readonly { readonly name: string; readonly value?: string; readonly date?: string }[]
}
export interface ListingModel extends PageModel {
  /** Name of a listing in the search configuration; absent where the entry has no valid name. */
  readonly listing?: string
  /** Name of a group of listings at one URL, for a page without a listing of its own. */
  readonly composition?: string
}

/** A model for the route state. Models are plain JSON, which their types cannot express. */
export const asJson = (model: PageModel): JsonObject => dropAbsent(model) as unknown as JsonObject

/** The route state's model with the type of its page. The mapping table pairs mappers with views, so the type is known. */
export const asModel = <M extends PageModel>(mapped: JsonObject): M => mapped as unknown as M

function dropAbsent(value: unknown): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => dropAbsent(item) ?? null)
  if (typeof value !== 'object' || value === null) return value as Json | undefined
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, dropAbsent(member)]))
}
