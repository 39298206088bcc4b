/** A page that makes several calls, and what these are on the wire. */
export interface FloorView {
  readonly address: string
  readonly calls: readonly WireCall[]
}

export interface WireCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the floor is told when it starts, in the file that BENCH_FLOOR names. */
export interface FloorConfig {
  /** A shell whose pages are taken over. */
  readonly shellUrl: string
  readonly platformUrl: string
  readonly projectId: string
  readonly accessToken: string
  /** Remote → folder of its live release. */
  readonly remoteFolders: Readonly<Record<string, string>>
  readonly paths: readonly string[]
  readonly views: readonly FloorView[]
  /** For the file that is served as it is. */
  readonly folder: string
}
