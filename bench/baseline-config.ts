/** A page that makes several calls, with their HTTP requests. */
export interface BaselineView {
  readonly address: string
  readonly calls: readonly WireCall[]
}

export interface WireCall {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The baseline server's configuration, in the file that BENCH_FLOOR names. */
export interface BaselineConfig {
  /** The shell whose pages the baseline serves. */
  readonly shellUrl: string
  readonly platformUrl: string
  readonly projectId: string
  readonly accessToken: string
  /** Remote → folder of its live release. */
  readonly remoteFolders: Readonly<Record<string, string>>
  readonly paths: readonly string[]
  readonly views: readonly BaselineView[]
  /** Folder for the static file that the baseline serves. */
  readonly folder: string
}
