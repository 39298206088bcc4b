import type { Entry, Node } from '../content/index.ts'
import type { Bus } from './bus.ts'
import type { ContentClient } from './content-client.ts'
import type { FormGate, FormHandler, PostedForm } from './form.ts'
import type { PageHead } from './head.ts'
import type { SiteInspection } from './inspection.ts'
import type { Json, JsonObject } from './json.ts'
import type { Manifest } from './manifest.ts'
import type { PageSlot, RemoteName } from './slot.ts'
import type { RouteState } from './state.ts'
import type { Action, AppEpic, Slice, Store } from './store.ts'

/** What a loader is given: a resolved route, and the one way to the platform. */
export interface LoadRequest<Messages = unknown> {
  /** The slot whose data is wanted. */
  readonly slot: Pick<PageSlot, 'id' | 'view' | 'props'>
  readonly route: RouteState
  readonly language: string
  /** The remote's messages for the page, as the host chose them from its `catalogues`. */
  readonly messages: Messages
  /** First value of each query parameter. */
  readonly query: Readonly<Record<string, string>>
  /**
   * What the visitor had typed into an account form that was refused, by field, when it was posted without script: harmless
   * values only, never a password. It travels in a sealed cookie and is read once.
   */
  readonly posted?: Readonly<Record<string, string>>
  /** A form of this page that was posted without script, as the post has left it: its slot shows it so. Since contract 1.3. */
  readonly form?: PostedForm
  /** What a form of the page posts besides its fields. Since contract 1.3. */
  readonly formGate?: () => FormGate
  readonly client: ContentClient
  /** Of the site as visitors know it, e.g. `https://www.larkmoor.gov.uk`: for addresses that leave the page. Since contract 1.5. */
  readonly origin: string
  /** The one sanitiser: content HTML to the subset that pages may hold. */
  readonly sanitise: (html: string) => string
  /** Ends when the visitor is gone or the deadline has passed. */
  readonly signal: AbortSignal
  /** What is running; there only for staff. */
  readonly inspect?: () => SiteInspection
  /** There only where the page is shown to somebody who may see drafts. Since contract 1.8. */
  readonly preview?: PreviewTools
}

/** What the host offers for a preview. */
export interface PreviewTools {
  /** Whether a path leads to a screen of the site that no entry is behind, e.g. `/search`. */
  readonly isServed: (path: string) => boolean
}

/** A slot that the markup of another will hold. */
export type NestedSlot = Omit<PageSlot, 'parent'>

/** What is known of a slot before any of its data is: enough to say which slots its markup will hold. */
export type SlotsRequest<Messages = unknown> = Pick<
  LoadRequest<Messages>,
  'slot' | 'route' | 'language' | 'messages'
>

/** What a loader found. */
export interface LoadResult {
  readonly actions?: readonly Action[]
  /** Slots that its markup will hold, as far as only its data tells: those that the route tells belong in `ServerRemote.slots`. */
  readonly slots?: readonly NestedSlot[]
  /** Its page may load the captcha of the site's configuration: no other page may. Since contract 1.3. */
  readonly needsCaptcha?: boolean
  /** Why its slot does without something that its page can do without: for the host's log. The page is not kept. Since contract 1.4. */
  readonly problem?: unknown
  /**
   * When something that it shows stops being true, in milliseconds since 1970: from then on caches have the page made anew before they
   * show it. Since contract 1.5.
   */
  readonly validUntil?: number
  /** Parts of the head it knows better than the shell. */
  readonly head?: Partial<PageHead>
  /** For the main slot, and for essential ones: the page's own status, e.g. 404 for a page index past the end. */
  readonly status?: number
}

/** What a named answer of a remote is made from: what everybody may see, and nothing of who asks. */
export type DataRequest<Messages = unknown> = Pick<
  LoadRequest<Messages>,
  'language' | 'messages' | 'query' | 'client' | 'origin' | 'sanitise' | 'signal'
>

/**
 * Makes a named answer. It is kept and shown to others as a public page is, so it follows from the request alone. An AppError with
 * status 400 says that the parameters are no question, one with 404 that there is no such thing.
 */
export type DataLoader<Messages = unknown> = (request: DataRequest<Messages>) => Promise<Json>

/** A file that a remote makes: what a visitor's own program reads, and never a page of the site. */
export interface RemoteFile extends Pick<LoadResult, 'validUntil'> {
  readonly contentType: 'text/calendar'
  /** What it is saved as: letters, digits and hyphens, and an extension. */
  readonly filename: string
  readonly body: string
}

/** Makes a file, by the rules of a `DataLoader`. */
export type FileLoader<Messages = unknown> = (request: DataRequest<Messages>) => Promise<RemoteFile>

/** A question of a remote's browser half to a server half. */
export interface DataQuestion {
  readonly remote: RemoteName
  /** One of the names in `ServerRemote.data`. */
  readonly name: string
  /** Those without a value are left out; together with their names at most 2 KB as they are in an address. */
  readonly params?: Readonly<Record<string, string | undefined>>
  /** One of the site's; that of the document unless given. */
  readonly language?: string
  /** Of the site, e.g. `https://www.larkmoor.gov.uk`; that of the document unless given. */
  readonly origin?: string
}

/**
 * Ask for a named answer, outside of a navigation. Made in the browser by `@tessera/shared/spa`; it belongs into a remote's `io`.
 * @throws AppError spa/data-refused (with the status), spa/data-unavailable; what aborted the signal, when it was
 */
export type AskData = (question: DataQuestion, signal: AbortSignal) => Promise<Json>

/** The relatives of a page's node, as its content type or static route asks for them; empty where it has no node. */
export interface Relatives {
  /** From the root down. */
  readonly ancestors: readonly Node[]
  readonly children: readonly Node[]
  readonly siblings: readonly Node[]
}

/** What an entry mapper is given. */
export interface MapInput {
  readonly node: Node | null
  readonly entry: Entry
  readonly language: string
  /** The one sanitiser: content HTML to the subset that pages may hold. */
  readonly sanitise: (html: string) => string
  /** Only for whom it calls: the model then waits for them, and is made anew for every page. */
  readonly relatives: () => Promise<Relatives>
}

/** Pure: an entry to the page's own model. Its answer is kept while entry id and language are unchanged. */
export type EntryMapper = (input: MapInput) => JsonObject | Promise<JsonObject>

/**
 * What a slot is rendered with, on both sides. When the next page has the same slots, they get its state and props in place (contract
 * 1.2). Markup says then where the visitor goes: `data-focus-key` (what stands for this control once it is made anew),
 * `data-focus-fallback` (gets the focus when the control has gone), `data-scroll="top"` (on or around a link or form: what comes is
 * read from its start), `data-scroll-target` (that start) and `data-joins` (on or around a link: the page that comes is added to what
 * is there, which a visitor who comes back finds again). Source: docs/decisions/0038, 0054.
 */
export interface SlotProps<Messages = unknown> {
  readonly slotId: string
  readonly view: string
  readonly props: JsonObject
  readonly store: Store
  readonly bus: Bus
  /** The remote's messages for the page, as the host chose them from its `catalogues`. */
  readonly messages: Messages
  /** Server only: the browser never hydrates this slot, so its markup needs no marks of React's. */
  readonly isStatic?: boolean
  /** Server only: markup of the slots held by this one, by slot id. */
  readonly slotHtml?: Readonly<Record<string, string>>
}

/** A state and slot that show what the remote is for; a release that cannot render its fixture never becomes live. */
export interface Fixture {
  readonly view: string
  readonly props: JsonObject
  readonly state: Readonly<Record<string, unknown>>
  /** Text that the markup must contain. */
  readonly expect: string
}

/** The server half of a remote: exposed as `./ssr` by its node build. */
export interface ServerRemote<Messages = unknown> {
  readonly manifest: Manifest
  /** Its messages by language; the web build exposes each of them as `./messages/LANGUAGE`. Absent when it has none of its own. */
  readonly catalogues?: Readonly<Record<string, Messages>>
  readonly slices?: readonly Slice[]
  readonly entryMappers?: Readonly<Record<string, EntryMapper>>
  /**
   * The slots that its markup will hold, as far as the resolved route tells them. Pure and synchronous: their data is loaded
   * beside its own. Named once more by `load`, a slot is still one. Since contract 1.2.
   */
  readonly slots?: (request: SlotsRequest<Messages>) => readonly NestedSlot[]
  /** On navigation: input to actions. Absent when the resolved route is all it needs. */
  readonly load?: (request: LoadRequest<Messages>) => Promise<LoadResult>
  /**
   * Answers that the remote's browser half may ask for outside of a navigation, by name (lower-case words with hyphens): `GET
   * /api/data/{remote}/{name}`. Since contract 1.2.
   */
  readonly data?: Readonly<Record<string, DataLoader<Messages>>>
  /** Files that its pages link to, by name with an extension, at the same place: `GET /api/data/{remote}/{name}`. Since contract 1.5. */
  readonly files?: Readonly<Record<string, FileLoader<Messages>>>
  /** What its forms come to when they are posted. Since contract 1.3. */
  readonly forms?: FormHandler<Messages>
  /** Markup of one slot, from a store that already holds everything. */
  readonly render: (props: SlotProps<Messages>) => string
  readonly fixtures: readonly Fixture[]
}

/** single-spa's lifecycles, as the shell uses them. */
export interface Lifecycles {
  readonly bootstrap: (props: object) => Promise<unknown>
  readonly mount: (props: object) => Promise<unknown>
  readonly unmount: (props: object) => Promise<unknown>
  readonly update?: (props: object) => Promise<unknown>
}

/** The browser half of a remote: exposed as `./spa` by its web build. */
export interface BrowserRemote {
  readonly manifest: Manifest
  readonly slices?: readonly Slice[]
  readonly epics?: readonly AppEpic<never>[]
  /** The calls its epics may make. */
  readonly io?: unknown
  /** A new set of lifecycles for one mount point: never shared between two. */
  readonly lifecycles: (element: HTMLElement) => Lifecycles
}
