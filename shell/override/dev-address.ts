import type { RemoteName } from '@tessera/shared/contract'
import { OVERRIDE_PREFIX } from './overridden.ts'

/** Where the release of a page comes from; null for one of this site. */
export const overrideOrigin = (version: string | undefined): string | null =>
  version?.startsWith(OVERRIDE_PREFIX) ? version.slice(OVERRIDE_PREFIX.length) : null

/** The folder of a remote on its dev server. It is called as on the site, which tells style sheets by their path. */
export const overrideFolder = (app: RemoteName, origin: string): string => `${origin}/_mfe/${app}/`
