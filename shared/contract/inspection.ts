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
}
