import type { SiteConfig } from '../config/index.ts'
import type { ApiCall } from '../contract/index.ts'
import type { VersionStatus } from '../content/index.ts'
import type { Need } from './platform-call.ts'
import type { PlatformGate } from './platform-gate.ts'

/** The answer that surrogate keys belong to. */
export interface KeyedAnswer {
  readonly need: Need
  /** As it was called, access token and all: for telling answers apart, not for telling anybody. */
  readonly url: string
  readonly data: unknown
}

/** What of a visitor's request goes with every call made for it. */
export interface ContentRequest {
  /** Ends every call: the visitor is gone, or the page's own deadline has passed. */
  readonly signal?: AbortSignal
  /** W3C trace context, handed on as it is. */
  readonly traceparent?: string
  /** Origin and path of the page; no query, which may hold a token. */
  readonly referer?: string
  /** The visitor's own cookies for the platform. With them nothing is shared with other visitors or kept. */
  readonly cookies?: string
  /** The visitor's own bearer token: the platform then answers in their name, to nobody else, and nothing is kept. */
  readonly bearerToken?: string
  /** Whether answers are used again; `false` for a reader who goes through everything once. */
  readonly isKept?: boolean
  readonly language?: string
  readonly versionStatus?: VersionStatus
  /** The project asked; the site's own by default. */
  readonly projectId?: string
  /** Told of each call that went to the platform, failed ones included; not of answers that were kept. */
  readonly onCall?: (call: ApiCall) => void
  /** Told of the surrogate keys of each answer, kept ones included. */
  readonly onKeys?: (keys: readonly string[], answer: KeyedAnswer) => void
}

/** What a content client needs of the site's configuration. */
export type ContentConfig = Pick<SiteConfig, 'projects' | 'platform' | 'secrets' | 'languages'>

/** Everything a call is made from. */
export interface ContentContext {
  readonly config: ContentConfig
  readonly gate: PlatformGate
  readonly request: ContentRequest
}
