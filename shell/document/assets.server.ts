import type { PageRelease, RemoteName } from '@tessera/shared/contract'
import type { LiveRelease, ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { loaderHash, type AssetLink } from './document.server.ts'

/** How browsers get at the files of releases. `npm run dev` brings rules of its own: scripts/dev/dev-files.ts. */
export interface FileRules {
  /** Address and hash of a file of a web build. */
  readonly link: (live: LiveRelease, file: string) => AssetLink
  /** What the browser has to know to load a remote; undefined for one without a browser half. */
  readonly pageRelease: (live: LiveRelease) => PageRelease | undefined
  /** The policy of a page that is started by this script. */
  readonly policy: (boot: AssetLink) => PagePolicy
}

/** From this shell's verified copies, under addresses that never change their content. */
export const RELEASED_FILES: FileRules = {
  link: (live, file) => ({
    href: webAddress(live, file),
    integrity: live.release.files[`web/${file}`]?.integrity ?? '',
  }),
  pageRelease: ({ release }) => {
    const entry = release.files['web/remoteEntry.js']
    return entry && { version: release.version, integrity: entry.integrity }
  },
  policy: ({ integrity }) => pagePolicy(integrity),
}

const webAddress = ({ release }: LiveRelease, file: string): string =>
  release.app === 'shell'
    ? `/_shell/${release.version}/${file}`
    : `/_mfe/${release.app}/${release.version}/web/${file}`

/** The style sheets of a page: the site's own first, then one set for each remote that has a slot on it. */
export function pageStyles(
  { shell, remotes }: ReleaseSnapshot,
  used: Iterable<RemoteName>,
  { link }: FileRules,
): readonly AssetLink[] {
  const live = [shell, ...[...used].flatMap((name) => remotes.get(name) ?? [])]
  return live.flatMap((one) => one.release.styles.map((file) => link(one, file)))
}

/** A slot of a page: whose it is, and the language of its remote's words. */
interface PlacedSlot {
  readonly slot: { readonly remote: RemoteName }
  readonly catalogue?: string
}

/** The releases that the browser needs for the slots of a page: it loads these and no others. */
export function pageReleases(
  { remotes }: ReleaseSnapshot,
  slots: readonly PlacedSlot[],
  { pageRelease }: FileRules,
): Readonly<Record<string, PageRelease>> {
  return Object.fromEntries(
    slots.flatMap(({ slot, catalogue }) => {
      const live = remotes.get(slot.remote)
      const release = live && pageRelease(live)
      return release ? [[slot.remote, { ...release, ...(catalogue && { catalogue }) }]] : []
    }),
  )
}

/** The boot script of the shell's release. */
export const bootFile = (shell: LiveRelease, rules: FileRules): AssetLink =>
  shellFile(shell, rules, /^web\/boot\.[^/]*js$/, 'boot.js')

/** The site's icon. */
export const iconFile = (shell: LiveRelease, rules: FileRules): AssetLink =>
  shellFile(shell, rules, /^web\/favicon\.[^/]*svg$/, 'favicon.svg')

function shellFile(shell: LiveRelease, { link }: FileRules, pattern: RegExp, missing: string): AssetLink {
  const name = Object.keys(shell.release.files).find((file) => pattern.test(file)) ?? `web/${missing}`
  return link(shell, name.slice('web/'.length))
}

/** Names that may make Trusted Types policies; each policy checks what it passes. */
const POLICIES = ['tessera-boot', 'tessera-chunks', 'tessera-remotes', 'richtext']

/** A content security policy: directives and what each allows. */
type PagePolicy = Readonly<Record<string, readonly string[]>>

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
