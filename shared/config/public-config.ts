import type { SiteConfig } from './site-config.ts'

/** The part of a configuration that pages, state and staff may see. Named field by field: what is new stays private. */
export type PublicConfig = Pick<
  SiteConfig,
  | 'projects'
  | 'platform'
  | 'languages'
  | 'publicUrl'
  | 'siteName'
  | 'alias'
  | 'reverseProxyPaths'
  | 'trailingSlashStatus'
>

/** A configuration without its secrets. */
export const publicConfig = (config: SiteConfig): PublicConfig => ({
  projects: config.projects,
  platform: config.platform,
  languages: config.languages,
  publicUrl: config.publicUrl,
  siteName: config.siteName,
  alias: config.alias,
  reverseProxyPaths: config.reverseProxyPaths,
  trailingSlashStatus: config.trailingSlashStatus,
})
