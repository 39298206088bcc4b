import { pagePolicy, type FileRules } from '../../shell/document/document.server.ts'

/**
 * Files under `npm run dev`: from the dev server, under addresses that stay the same while their content changes, and
 * therefore without hashes. One version for everything, so that a page outlives the releases that it came from.
 */
export const DEV_FILES: FileRules = {
  link: ({ release }, file) => ({ href: `/_dev/${release.app}/${file}`, integrity: '' }),
  pageRelease: () => ({ version: 'dev', integrity: '' }),
  policy: () => {
    const policy = pagePolicy('')
    return {
      ...policy,
      // The inline loader by its hash, as on a site; everything else has no hash to be known by.
      'script-src': [
        "'self'",
        ...(policy['script-src'] ?? []).filter((source) => source.startsWith("'sha256-")),
      ],
      // Not every browser takes 'self' for the origin's web sockets.
      'connect-src': ["'self'", 'ws:', 'wss:'],
    }
  },
}
