import { pagePolicy, type FileRules } from '../../shell/document/document.server.ts'

/**
 * File rules under `npm run dev`: the dev server has each file under an address that stays the same while its content changes,
 * so there are no hashes. All pages have one version, so that an open page survives the next release.
 */
export const DEV_FILES: FileRules = {
  link: ({ release }, file) => ({ href: `/_dev/${release.app}/${file}`, integrity: '' }),
  pageRelease: () => ({ version: 'dev', integrity: '' }),
  policy: () => {
    const policy = pagePolicy('')
    return {
      ...policy,
      // The inline loader by its hash, as on a site; everything else has no hash.
      'script-src': [
        "'self'",
        ...(policy['script-src'] ?? []).filter((source) => source.startsWith("'sha256-")),
      ],
      // Not every browser includes the origin's web sockets in 'self'.
      'connect-src': ["'self'", 'ws:', 'wss:'],
    }
  },
}
