/** What the dev shell tells over IPC when it has tried a release. */
export interface ReleaseMessage {
  readonly type: 'release'
  readonly app: string
  readonly version: string
  /** Why it was refused; null when it is live. */
  readonly reason: string | null
}

/** Such a message, if it is one. */
export function readReleaseMessage(message: unknown): ReleaseMessage | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, app, version, reason } = message as { readonly [key in keyof ReleaseMessage]?: unknown }
  if (type !== 'release' || typeof app !== 'string' || typeof version !== 'string') return null
  return { type, app, version, reason: typeof reason === 'string' ? reason : null }
}
