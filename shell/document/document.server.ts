import { createHash } from 'node:crypto'
import type { FormRules } from '@tessera/shared/config'
import {
  CAPTCHA_POLICY,
  type JsonObject,
  type PageHead,
  type PageRelease,
  type RemoteName,
} from '@tessera/shared/contract'
import { serialiseState } from '@tessera/shared/store'
import { LOADER } from './loader.ts'
import { documentTitle, emptyElement, html, raw, type Html } from './html.ts'
import { metadataOf } from './metadata.ts'
import type { LiveRelease, ReleaseSnapshot } from '../releases/live-releases.server.ts'

/** A file that the document links to. */
interface AssetLink {
  readonly href: string
  readonly integrity: string
}

/** The parts of a document. */
export interface DocumentInput {
  readonly head: PageHead
  /** The site's origin, for the absolute addresses in metadata. */
  readonly origin: string
  readonly siteName: string
  readonly styles: readonly AssetLink[]
  readonly boot: AssetLink
  readonly icon: AssetLink
  readonly body: Html
  /** Structured data about the site itself, in addition to the page's own in `head`. */
  readonly siteData?: readonly JsonObject[]
  /** The site's feeds in the page's language. */
  readonly feeds?: readonly { readonly title: string; readonly path: string }[]
  readonly state: Readonly<Record<string, unknown>> | null
}

/** The hash of the inline loader, which never changes, in the form of a content security policy. */
export const LOADER_HASH = `'sha256-${createHash('sha256').update(LOADER).digest('base64')}'`

/** The whole document, assembled by joining parts: no part is ever searched or replaced. */
export function renderDocument({
  head,
  origin,
  siteName,
  styles,
  boot,
  icon,
  body,
  state,
  siteData = [],
  feeds = [],
}: DocumentInput): string {
  const document = html`<!doctype html>
<html lang="${head.language}"${head.dir === 'rtl' && raw(' dir="rtl"')}>
<head>
<meta charset="utf-8">
<title>${documentTitle(head.title, siteName)}</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
${styles.map(({ href }) => html`<link rel="stylesheet" href="${href}">`)}
<link id="boot" rel="preload" as="script" href="${boot.href}" integrity="${boot.integrity}" crossorigin="anonymous" fetchpriority="low" data-origin="${origin}"${state === null && raw(' data-state="fetch"')}>
<link rel="icon" type="image/svg+xml" href="${icon.href}">
${feeds.map(({ title, path }) => html`<link rel="alternate" type="application/rss+xml" title="${title}" href="${path}">`)}
${renderMetadata({ ...head, jsonLd: [...(head.jsonLd ?? []), ...siteData] }, origin, siteName)}
</head>
<body>
${body}
${state !== null && html`<script type="application/json" id="state">${raw(serialiseState(state, Object.keys(state)))}</script>`}
<script>${raw(LOADER)}</script>
</body>
</html>`
  return document.toString()
}

function renderMetadata(head: PageHead, origin: string, siteName: string): readonly Html[] {
  const { elements, jsonLd } = metadataOf(head, origin, siteName)
  return [
    ...elements.map(({ tag, attributes }) => emptyElement(tag, attributes)),
    ...jsonLd.map(
      (data) =>
        html`<script type="application/ld+json">${raw(serialiseState(data, Object.keys(data)))}</script>`,
    ),
  ]
}

/** How browsers load the files of releases. `npm run dev` has its own rules: scripts/dev/dev-files.ts. */
export interface FileRules {
  /** Address and hash of a file of a web build. */
  readonly link: (live: LiveRelease, file: string) => AssetLink
  /** The data that a browser needs to load a remote; undefined for a remote without browser code. */
  readonly pageRelease: (live: LiveRelease) => PageRelease | undefined
  /** The policy of a page with this boot script. */
  readonly policy: (boot: AssetLink) => PagePolicy
}

/** Files are served from this shell's verified copies, at addresses whose content never changes. */
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

/** A slot of a page: its remote, and the language of the remote's messages. */
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
      const { quarantined } = live ?? {}
      const more = { ...(catalogue && { catalogue }), ...(quarantined && { quarantined }) }
      return release ? [[slot.remote, { ...release, ...more }]] : []
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

/** The names of Trusted Types policies that scripts may create; each policy checks its input. */
const POLICIES = ['tessera-boot', 'tessera-chunks', 'tessera-data', 'tessera-remotes', 'richtext']

/** A content security policy: directives and what each allows. */
type PagePolicy = Readonly<Record<string, readonly string[]>>

/**
 * The policy of a page. A script runs only when the inline loader, or a script that it trusts, loads it; the boot script's
 * hash is there for its preload. There is no nonce: a cached page would send the same one to all visitors.
 */
export const pagePolicy = (bootIntegrity: string): PagePolicy => ({
  'default-src': ["'self'"],
  'script-src': [LOADER_HASH, `'${bootIntegrity}'`, "'strict-dynamic'"],
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

/**
 * A second policy, which every script must pass too: it comes from this site, or is the inline loader. With `'strict-dynamic'`
 * alone a running script could load others from any host.
 */
const OWN_SCRIPTS: PagePolicy = { 'script-src': ["'self'", LOADER_HASH] }

/** The sources that a page with a form may load for its captcha, from the site's configuration. */
export type CaptchaSources = Pick<FormRules['captcha'], 'connects' | 'frames' | 'scripts' | 'trustedTypes'>

/** Additional sources that the policy of a page allows. */
interface PolicyAdditions {
  readonly captcha?: CaptchaSources | undefined
  /** Hashes of other inline scripts, which are the same in every page. */
  readonly scriptHashes?: readonly string[]
  /** Addresses that scripts of a page may send requests to. */
  readonly connects?: readonly string[]
  /** Origins that images may come from. */
  readonly images?: readonly string[]
  readonly foreignOrigin?: string | undefined
}

/** The value of the `Content-Security-Policy` header: two policies, both of which apply. */
export function contentSecurityPolicy(
  policy: PagePolicy,
  { captcha, scriptHashes = [], connects = [], images = [], foreignOrigin }: PolicyAdditions = {},
): string {
  const both = [
    allow(allow(allow(policy, 'script-src', scriptHashes), 'connect-src', connects), 'img-src', images),
    allow(OWN_SCRIPTS, 'script-src', scriptHashes),
  ] as const
  return (captcha ? withCaptcha(both, captcha) : both)
    .map((one) => toText(withFilesOf(one, foreignOrigin)))
    .join(', ')
}

const withCaptcha = (
  [page, own]: readonly [PagePolicy, PagePolicy],
  { connects, frames, scripts, trustedTypes }: CaptchaSources,
): readonly PagePolicy[] => [
  allow(allow(allow(page, 'frame-src', frames), 'connect-src', connects), 'trusted-types', [
    CAPTCHA_POLICY,
    ...trustedTypes,
  ]),
  allow(own, 'script-src', scripts),
]

const allow = (policy: PagePolicy, directive: string, sources: readonly string[]): PagePolicy => ({
  ...policy,
  // 'none' is only valid as the only source.
  ...(sources.length > 0 && {
    [directive]: [...(policy[directive] ?? []).filter((source) => source !== "'none'"), ...sources],
  }),
})

const toText = (policy: PagePolicy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')

/** Directives for the files of a remote. */
const FILES = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']

const withFilesOf = (policy: PagePolicy, origin = ''): PagePolicy =>
  FILES.filter((name) => origin && name in policy).reduce((one, name) => allow(one, name, [origin]), policy)
