import { pathToFileURL } from 'node:url'

/** Versions and apps as the addresses of their files have them: `…/mfe-search/1.2.0/node/remoteEntry.js`. */
const REST = String.raw`/([^/\s]+)/([^/\s]+)/`

/**
 * The release that a stack or a list of files leads to: the first one whose code is in it. `folder` is where this shell keeps its
 * copies of releases. Null for code of the shell's own.
 */
export function releaseOf(
  stack: string,
  folder: string,
): { readonly app: string; readonly version: string } | null {
  const starts = [folder, pathToFileURL(folder).href].map(escapeForPattern).join('|')
  const [, app, version] = new RegExp(`(?:${starts})${REST}`).exec(stack) ?? []
  return app && version ? { app, version } : null
}

const escapeForPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
