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

/** The input of a loader: a resolved route, the slot, and the client for calls to the platform. */
export interface LoadRequest<Messages = unknown> {
  /** The slot to load data for. */
  readonly slot: Pick<PageSlot, 'id' | 'view' | 'props'>
  readonly route: RouteState
  readonly language: string
  /** The remote's messages for the page, as the host chose them from its `catalogues`. */
  readonly messages: Messages
  /** First value of each query parameter. */
  readonly query: Readonly<Record<string, string>>
  /**
   * Values by field of an account form that was refused when it was posted without JavaScript; never a password or another secret.
   * They are stored in a sealed cookie and read once.
   */
  readonly posted?: Readonly<Record<string, string>>
  /** A form of this page that was posted without JavaScript, in the state after the post, for its slot to show. Since contract 1.3. */
  readonly form?: PostedForm
  /** What a form of the page must post besides its fields. Since contract 1.3. */
  readonly formGate?: () => FormGate
  readonly client: ContentClient
  /** Public origin of the site, e.g. `https://www.larkmoor.gov.uk`, for absolute URLs, e.g. in files. Since contract 1.5. */
  readonly origin: string
  /** The site's sanitiser: reduces HTML from content to the allowed subset. */
  readonly sanitise: (html: string) => string
  /** Aborted when the visitor has disconnected or the deadline has passed. */
  readonly signal: AbortSignal
  /**
   * Milliseconds after which the host takes the slot for failed: a loader that can show something without its data answers before.
   * Since contract 1.16.
   */
  readonly deadlineMs?: number
  /** What this process runs; present only for staff. */
  readonly inspect?: () => SiteInspection
  /** Present only where the visitor may see drafts. Since contract 1.8. */
  readonly preview?: PreviewTools
}

/** Functions of the host for previews. */
export interface PreviewTools {
  /** Whether a static route matches a path, so that it exists without an entry, e.g. `/search`. */
  readonly isServed: (path: string) => boolean
}

/** A slot inside the markup of another slot. */
export type NestedSlot = Omit<PageSlot, 'parent'>

/** What is known of a slot before its data is loaded; `ServerRemote.slots` derives its nested slots from it. */
export type SlotsRequest<Messages = unknown> = Pick<
  LoadRequest<Messages>,
  'slot' | 'route' | 'language' | 'messages'
>

/** The result of a loader. */
export interface LoadResult {
  readonly actions?: readonly Action[]
  /** Nested slots that depend on the loaded data; those that depend on the route alone belong in `ServerRemote.slots`. */
  readonly slots?: readonly NestedSlot[]
  /** Allows the page to load the configured captcha; other pages may not. Since contract 1.3. */
  readonly needsCaptcha?: boolean
  /** Error for the host's log, when optional data is missing from the slot. The page is then not cached. Since contract 1.4. */
  readonly problem?: unknown
  /**
   * Time in milliseconds since 1970 until which the content is correct; after it caches must fetch the page again before they serve
   * it. Since contract 1.5.
   */
  readonly validUntil?: number
  /** Parts of the head that replace the shell's. */
  readonly head?: Partial<PageHead>
  /** Only from the main slot and essential slots: the HTTP status of the page, 200 or 400 to 599, e.g. 404 for a page index past the end. */
  readonly status?: number
  /**
   * Only from the main slot and essential slots: the part of the page's query that means the same in every language, with its `?`, or
   * empty. Links to the page in other languages keep it. Since contract 1.15.
   */
  readonly sharedSearch?: string
}

/** The input of a data endpoint: public data only, and nothing about the visitor. */
export interface DataRequest<Messages = unknown> extends Pick<
  LoadRequest<Messages>,
  'language' | 'messages' | 'query' | 'client' | 'origin' | 'sanitise' | 'signal'
> {
  /** Takes an error for the host's log, when optional data is missing from the answer. The answer is then not cached. Since contract 1.14. */
  readonly onProblem: (problem: unknown) => void
  /**
   * Says when the answer stops being valid, in milliseconds since 1970: no cache keeps it longer. The earliest time counts. A file says it
   * by its `validUntil`. Since contract 1.21.
   */
  readonly setValidUntil: (time: number) => void
}

/**
 * Answers a data endpoint. The answer is cached for all visitors like a public page, so it must depend on the request alone. Throw an
 * AppError with status 400 for invalid parameters, and with 404 for something that does not exist.
 */
export type DataLoader<Messages = unknown> = (request: DataRequest<Messages>) => Promise<Json>

/** A generated file that visitors open in a program of their own; never a page of the site. */
export interface RemoteFile extends Pick<LoadResult, 'validUntil'> {
  readonly contentType: 'text/calendar'
  /** File name for the download: letters, digits and hyphens, and an extension. */
  readonly filename: string
  readonly body: string
}

/** Generates a file, by the rules of a `DataLoader`. */
export type FileLoader<Messages = unknown> = (request: DataRequest<Messages>) => Promise<RemoteFile>

/** A request of a remote's browser half to a data endpoint. */
export interface DataQuestion {
  readonly remote: RemoteName
  /** One of the names in `ServerRemote.data`. */
  readonly name: string
  /** Parameters without a value are left out. Names and values together may have at most 2 KB, encoded as in the URL. */
  readonly params?: Readonly<Record<string, string | undefined>>
  /** A language of the site; the document's unless given. */
  readonly language?: string
  /** Origin of the site, e.g. `https://www.larkmoor.gov.uk`; the document's unless given. */
  readonly origin?: string
}

/**
 * Request a data endpoint, outside of a navigation. `@tessera/shared/spa` implements it for browsers; it belongs in a remote's `io`.
 * @throws AppError spa/data-refused (with the status), spa/data-unavailable; the signal's reason when it was aborted
 */
export type AskData = (question: DataQuestion, signal: AbortSignal) => Promise<Json>

/** The relatives of a page's node that its content type or static route asks for; empty for a page without a node. */
export interface Relatives {
  /** From the root down. */
  readonly ancestors: readonly Node[]
  readonly children: readonly Node[]
  readonly siblings: readonly Node[]
}

/** The input of an entry mapper. */
export interface MapInput {
  readonly node: Node | null
  readonly entry: Entry
  readonly language: string
  /** The site's sanitiser: reduces HTML from content to the allowed subset. */
  readonly sanitise: (html: string) => string
  /** The relatives of the node. The model of a mapper that calls this waits for them and is not cached, but made for every page. */
  readonly relatives: () => Promise<Relatives>
}

/** Maps an entry to the page's model. Pure: its result is cached while the entry, its language and its node are unchanged. */
export type EntryMapper = (input: MapInput) => JsonObject | Promise<JsonObject>

/**
 * Props of a slot's root component, on server and browser. When the next page has the same slots, they stay and get its state and props
 * (contract 1.2). Attributes in the markup then control focus and scrolling: `data-focus-key` (identifies this control after it is
 * rendered again), `data-focus-fallback` (gets the focus when the control no longer exists), `data-scroll="top"` (on or around a link
 * or form: scroll to the start of the new content), `data-scroll-target` (marks that start) and `data-joins` (on or around a link: the
 * next page is appended to the current content, which is restored when the visitor comes back). Source: docs/decisions/0038, 0054.
 */
export interface SlotProps<Messages = unknown> {
  readonly slotId: string
  readonly view: string
  readonly props: JsonObject
  readonly store: Store
  readonly bus: Bus
  /** The remote's messages for the page, as the host chose them from its `catalogues`. */
  readonly messages: Messages
  /** Server only: the browser never hydrates this slot, so its markup needs no comments for React's hydration. */
  readonly isStatic?: boolean
  /** Server only: markup of the slots nested in this one, by slot id. */
  readonly slotHtml?: Readonly<Record<string, string>>
}

/** A sample slot and state of a view; a release that cannot render its fixtures never goes live. */
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
  /** Its messages by language; the web build exposes each catalogue as `./messages/LANGUAGE`. Absent when it has none. */
  readonly catalogues?: Readonly<Record<string, Messages>>
  readonly slices?: readonly Slice[]
  readonly entryMappers?: Readonly<Record<string, EntryMapper>>
  /**
   * Nested slots that the resolved route alone determines. Pure and synchronous, so that their data is loaded in parallel with this
   * slot's own. `load` may name the same slot again; it is rendered once. Since contract 1.2.
   */
  readonly slots?: (request: SlotsRequest<Messages>) => readonly NestedSlot[]
  /**
   * Loads data on navigation and returns actions. Absent when the resolved route is all it needs. If the page fails with its slot, an
   * AppError gives the page its status where that is 502, 503 or 504.
   */
  readonly load?: (request: LoadRequest<Messages>) => Promise<LoadResult>
  /**
   * Data endpoints for the remote's browser half, by name (lower-case words with hyphens): `GET /api/data/{remote}/{name}`. Since
   * contract 1.2.
   */
  readonly data?: Readonly<Record<string, DataLoader<Messages>>>
  /** Files that its pages link to, by name with an extension, at the same path: `GET /api/data/{remote}/{name}`. Since contract 1.5. */
  readonly files?: Readonly<Record<string, FileLoader<Messages>>>
  /** Handles posts of its forms. Since contract 1.3. */
  readonly forms?: FormHandler<Messages>
  /** Markup of one slot; synchronous, from a store that already has all data. */
  readonly render: (props: SlotProps<Messages>) => string
  readonly fixtures: readonly Fixture[]
}

/** The single-spa lifecycle functions that the shell calls. */
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
  /** The lifecycles of one mount point; two mount points never share them. */
  readonly lifecycles: (element: HTMLElement) => Lifecycles
}
