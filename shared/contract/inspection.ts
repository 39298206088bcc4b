import type { ApiCall } from './state.ts'

/** A name and its value, as text. Secrets are masked before they get here. */
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
  /** sha384 of the files that browser and server enter by. */
  readonly hashes: readonly InspectedValue[]
  readonly lastFailure: InspectedFailure | null
  /** Versions that staff may try before they go live. */
  readonly candidates: readonly string[]
  /** The candidate that this visitor's session is shown instead. */
  readonly pinned: string | null
}

/** What a shell process runs. */
export interface InspectedShell {
  /** Its machine and its number there. */
  readonly name: string
  /** ISO 8601. */
  readonly seenAt: string
  readonly apps: readonly {
    readonly app: string
    /** Null where none is live. */
    readonly version: string | null
    readonly refused: InspectedFailure | null
  }[]
  /** Releases that some of the visitors see. Since contract 1.9. */
  readonly canaries?: readonly InspectedCanary[]
}

/** A release that some of the visitors see, as one shell process has it. */
export interface InspectedCanary {
  readonly app: string
  readonly version: string
  /** Of the visitors. */
  readonly percent: number
  readonly state: 'running' | 'halted' | 'refused'
  /** Why it does not run; null while it does. */
  readonly why: string | null
  /** Since it began; a page fails when the remote's part of it does, on the server or in the browser. */
  readonly canary: PageCounts
  readonly live: PageCounts
}

/** Pages that a release took part in, and failures of its part. */
export interface PageCounts {
  readonly pages: number
  readonly failures: number
}

/** One change of the release document, as the signed record has it. */
export interface InspectedChange {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  /** The machine, or the version page. */
  readonly from: string
  readonly action: string
  readonly why: string
  /** What was live from then on, by app. */
  readonly live: Readonly<Record<string, string>>
}

/** What somebody has asked for on the version page, and how far it has come. */
export interface InspectedRequest {
  readonly number: number
  /** ISO 8601. */
  readonly at: string
  readonly by: string
  readonly why: string
  readonly action: Readonly<Record<string, string | number>>
  /** `expired`: nobody was there to carry it out; `broken-off`: who carried it out has ended in the middle. */
  readonly state: 'waiting' | 'expired' | 'begun' | 'done' | 'refused' | 'broken-off'
  /** ISO 8601: until when it waits. */
  readonly until: string
  /** What was said of it, in English. */
  readonly lines: readonly string[]
}

/** What the release document says of one app. */
export interface InspectedEntry {
  readonly app: string
  readonly live: string
  /** The newest first. */
  readonly previous: readonly string[]
  readonly canary: { readonly version: string; readonly percent: number } | null
  /** A release that goes live at a time. */
  readonly scheduled: InspectedPlan | null
  /** Who may release it besides the site's key, and what it may claim; null where that key alone may, and it may claim anything. */
  readonly team: {
    readonly keys: readonly { readonly id: string; readonly since: string; readonly by: string }[]
    /** Names by kind. */
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

/** What the signed release document says, and what this member of staff may change of it. */
export interface InspectedControl {
  /** `no-agent`: this shell has no key that it could ask with. */
  readonly access: 'offered' | 'not-granted' | 'no-agent'
  /** Number of the document. */
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

/** One slot of a page as it came out. */
export interface InspectedSlot {
  readonly id: string
  readonly remote: string
  readonly view: string
  readonly version: string | null
  readonly outcome: 'rendered' | 'fallback'
  /** Why it fell back. */
  readonly reason: string | null
}

/** A page that was made for this session. */
export interface InspectedPage {
  readonly path: string
  readonly requestId: string
  readonly status: number
  readonly slots: readonly InspectedSlot[]
  /** Calls that went to the platform; answers that were kept are not among them. */
  readonly apiCalls: readonly ApiCall[]
  readonly surrogateKeys: readonly string[]
}

/** What is running here and how it is configured. For staff only. Source: specification 2, Version Information page. */
export interface SiteInspection {
  /** ISO 8601. */
  readonly takenAt: string
  readonly package: { readonly name: string; readonly version: string; readonly repository: string | null }
  readonly alias: string
  readonly publicUrl: string
  /** Packages of the platform that the site is built on. */
  readonly platformPackages: readonly InspectedValue[]
  /** With null where the site has no such server. */
  readonly servers: readonly { readonly name: string; readonly value: string | null }[]
  readonly reverseProxyPaths: readonly string[]
  readonly projects: readonly { readonly id: string; readonly publicUrl: string }[]
  readonly deliveryApi: readonly InspectedValue[]
  readonly isDeliveryProxied: boolean
  readonly isInlineStateDisabled: boolean
  /** `production`, or what else this process runs as. */
  readonly mode: string
  /** Empty in production. */
  readonly development: readonly InspectedValue[]
  readonly switches: readonly InspectedValue[]
  /** State of the platform client: circuit breaker, calls under way, answers kept. */
  readonly platform: readonly InspectedValue[]
  /** How many processes serve the site, and when and why some were replaced; absent where there is one. */
  readonly processes?: readonly InspectedValue[]
  readonly releases: readonly InspectedRelease[]
  /** Every shell process of the site, the one that answers first; absent from hosts that do not say it. */
  readonly shells?: readonly InspectedShell[]
  readonly lastPage: InspectedPage | null
  /** On the version page and below it; absent where the release document cannot be read. Since contract 1.10. */
  readonly control?: InspectedControl
}
