/** What the floor is told when it starts: BENCH_FLOOR. */
export interface FloorConfig {
  /** A shell whose pages are taken over. */
  readonly shellUrl: string
  readonly platformUrl: string
  readonly projectId: string
  readonly accessToken: string
  /** Remote → folder of its live release. */
  readonly remoteFolders: Readonly<Record<string, string>>
  readonly paths: readonly string[]
  /** For the file that is served as it is. */
  readonly folder: string
}
