import { loaderHash } from './document.server.ts'

/** Names that may make Trusted Types policies; each policy checks what it passes. */
const POLICIES = ['tessera-boot', 'tessera-chunks', 'tessera-remotes', 'richtext']

/** A content security policy: directives and what each allows. */
export type PagePolicy = Readonly<Record<string, readonly string[]>>

/**
 * The policy of a page. Scripts run only when the one inline loader or what it trusts brings them; the boot script's own
 * hash is there for its preload. No nonce: a cached page would show the same one to everybody.
 */
export const pagePolicy = (bootIntegrity: string): PagePolicy => ({
  'default-src': ["'self'"],
  'script-src': [loaderHash(), `'${bootIntegrity}'`, "'strict-dynamic'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': [...POLICIES, "'allow-duplicates'"],
})

/** A policy as its header says it. */
export const contentSecurityPolicy = (policy: PagePolicy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
