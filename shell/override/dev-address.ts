import type { RemoteName } from '@tessera/shared/contract'
import { OVERRIDE_PREFIX } from './overridden.ts'

/** Origin of an overridden release; null for a release of this site. */
export const overrideOrigin = (version: string | undefined): string | null =>
  version?.startsWith(OVERRIDE_PREFIX) ? version.slice(OVERRIDE_PREFIX.length) : null

/** URL of a remote's folder on its dev server. The path is as on the site, which identifies style sheets by their path. */
export const overrideFolder = (app: RemoteName, origin: string): string => `${origin}/_mfe/${app}/`
