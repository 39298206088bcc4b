import type { ApiCall } from './state.ts'

/** A name and its value, as text. Secrets are already masked. */
export interface InspectedValue {
  readonly name: string
  readonly value: string
}

/** A release that was refused, and why. */
export interface InspectedFailure {
  readonly version: string
  readonly code: string
  readonly message: string
}

/** One app as this process serves it. */
export interface InspectedRelease {
  readonly app: string
  readonly version: string
  readonly contract: string
  readonly commit: string | null
  /** ISO 8601. */
  readonly built: string
  readonly owner: string
  /** ISO 8601: since when this process serves it. */
  readonly liveSince: string
  /** SHA-384 of the entry files of browser and server. */
  readonly hashes: readonly InspectedValue[]
  readonly lastFailure: InspectedFailure | null
  /** Versions that staff may preview before they go live. */
  readonly candidates: readonly string[]
  /** The candidate that this visitor's session uses instead of the live version. */
  readonly pinned: string | null
}

/** The releases that a shell process serves. */
export interface InspectedShell {
  /** Its machine, and its number on that machine. */
  readonly name: string
  /** ISO 8601. */
  readonly seenAt: string
  readonly apps: readonly {
    readonly app: string
    /** Null where none is live. */
    readonly version: string | null
    readonly refused: InspectedFailure | null
  }[]
  /** Canary releases. Since contract 1.9. */
  readonly canaries?: readonly InspectedCanary[]
}

/** A canary release, which a share of the visitors sees, as one shell process serves it. */
export interface InspectedCanary {
  readonly app: string
  readonly version: string
  /** Share of the visitors. */
  readonly percent: number
  readonly state: 'running' | 'halted' | 'refused'
  /** Why it was halted or refused; null while it runs. */
  readonly why: string | null
  /** Counts since it began; a page counts as a failure when a slot of the remote fails on the server, or the remote in the browser. */
  readonly canary: PageCounts
  readonly live: PageCounts
}

/** Pages with slots of a release, and how many of these failed in them. */
export interface PageCounts {
  readonly pages: number
  readonly failures: number
}

/** One change of the release document, from the signed record. */
export interface InspectedChange {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  /** Where it was made: the machine's name, or the version page. */
  readonly from: string
  readonly action: string
  readonly why: string
  /** Live versions after the change, by app. */
  readonly live: Readonly<Record<string, string>>
}

/** A release action that a member of staff requested on the version page, and its progress. */
export interface InspectedRequest {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  readonly why: string
  readonly action: Readonly<Record<string, string | number>>
  /** `expired`: no release agent ran it in time; `broken-off`: the release agent ended before it was done. */
  readonly state: 'waiting' | 'expired' | 'begun' | 'done' | 'refused' | 'broken-off'
  /** ISO 8601: when it expires. */
  readonly until: string
  /** Messages of the release agent, in English. */
  readonly lines: readonly string[]
}

/** What the release document says of one app. */
export interface InspectedEntry {
  readonly app: string
  /** Empty for a remote that keys are trusted with before its first release. */
  readonly live: string
  /** The newest first. */
  readonly previous: readonly string[]
  readonly canary: { readonly version: string; readonly percent: number } | null
  /** A release that is scheduled to go live. */
  readonly scheduled: InspectedPlan | null
  /** Keys besides the site's that may release it, and its grants; null where only the site's key may, and it may claim anything. */
  readonly team: {
    readonly keys: readonly { readonly id: string; readonly since: string; readonly by: string }[]
    /** Granted names by kind. */
    readonly grants: Readonly<Record<string, readonly string[]>>
  } | null
}

interface InspectedPlan {
  readonly version: string
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  readonly why: string
}

/** The content of the signed release document, and whether this member of staff may change it. */
export interface InspectedControl {
  /** `no-agent`: this shell has no key with which to send requests to the release agent. */
  readonly access: 'offered' | 'not-granted' | 'no-agent'
  /** Sequence number of the document. */
  readonly number: number
  readonly frozen: { readonly at: string; readonly by: string; readonly why: string } | null
  readonly apps: readonly InspectedEntry[]
  readonly revoked: readonly {
    readonly id: string
    readonly at: string
    readonly by: string
    readonly why: string
  }[]
  /** The newest first; at most 100. */
  readonly changes: readonly InspectedChange[]
  readonly requests: readonly InspectedRequest[]
}

/** The result of rendering one slot of a page. */
export interface InspectedSlot {
  readonly id: string
  readonly remote: string
  readonly view: string
  readonly version: string | null
  readonly outcome: 'rendered' | 'fallback'
  /** Why the fallback was shown. */
  readonly reason: string | null
}

/** A page that was rendered for this session. */
export interface InspectedPage {
  readonly path: string
  readonly requestId: string
  readonly status: number
  readonly slots: readonly InspectedSlot[]
  /** Calls that went to the platform, without those that the cache answered. */
  readonly apiCalls: readonly ApiCall[]
  readonly surrogateKeys: readonly string[]
}

/** What this process runs and how it is configured. For staff only. Source: specification 2, Version Information page. */
export interface SiteInspection {
  /** ISO 8601. */
  readonly takenAt: string
  readonly package: { readonly name: string; readonly version: string; readonly repository: string | null }
  readonly alias: string
  readonly publicUrl: string
  /** Packages of the platform that the site is built on. */
  readonly platformPackages: readonly InspectedValue[]
  /** The value is null where the site has no such server. */
  readonly servers: readonly { readonly name: string; readonly value: string | null }[]
  readonly reverseProxyPaths: readonly string[]
  readonly projects: readonly { readonly id: string; readonly publicUrl: string }[]
  readonly deliveryApi: readonly InspectedValue[]
  readonly isDeliveryProxied: boolean
  readonly isInlineStateDisabled: boolean
  /** `production`, or another mode that this process runs in. */
  readonly mode: string
  /** Empty in production. */
  readonly development: readonly InspectedValue[]
  readonly switches: readonly InspectedValue[]
  /** State of the platform client: circuit breaker, running calls, cached answers. */
  readonly platform: readonly InspectedValue[]
  /** How many processes serve the site, and when and why some were replaced; absent where there is only one. */
  readonly processes?: readonly InspectedValue[]
  readonly releases: readonly InspectedRelease[]
  /** Every shell process of the site, the answering one first; absent on hosts that do not provide it. */
  readonly shells?: readonly InspectedShell[]
  readonly lastPage: InspectedPage | null
  /** Only on the version page and paths below it; absent where the release document cannot be read. Since contract 1.10. */
  readonly control?: InspectedControl
}
