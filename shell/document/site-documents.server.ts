import type { SiteConfig } from '@tessera/shared/config'
import type { Node } from '@tessera/shared/content'
import type { JsonObject, PageHead, RemoteName } from '@tessera/shared/contract'
import { messagesFor } from '../messages/index.ts'
import type { LiveRelease, ReleaseSnapshot } from '../releases/live-releases.server.ts'
import {
  bootFile,
  iconFile,
  pageStyles,
  contentSecurityPolicy,
  renderDocument,
  type CaptchaSources,
  type FileRules,
  type DocumentInput,
} from './document.server.ts'
import type { Html } from './html.ts'
import { renderFrame, type FrameContact, type FrameInput, type FrameLink } from './frame.ts'

/** The contact details of the site's owner. An address is the same in every language, or has its lines by language. */
export interface SiteContact extends Omit<FrameContact, 'address'> {
  readonly address?: readonly string[] | Readonly<Record<string, readonly string[]>> | undefined
}

/** The parts that are the same in every document of a site. */
export interface SiteDocumentParts {
  readonly config: Pick<SiteConfig, 'languages' | 'publicUrl' | 'siteName'>
  /** Prefix of the shell's own addresses in a language, e.g. `/cy`; empty for the primary one. */
  readonly pathPrefix: (language: string) => string
  readonly contact: SiteContact | undefined
  /** By language. */
  readonly footerLinks: Readonly<Record<string, readonly FrameLink[]>>
  readonly files: FileRules
  /** Additional sources that pages of forms with a captcha may load. */
  readonly captcha?: CaptchaSources | undefined
  /** Hashes of the features' inline scripts. */
  readonly scriptHashes?: readonly string[]
  /** Addresses, in addition to this site, that scripts of a page may send requests to. */
  readonly connects?: readonly string[]
  /** Other origins that images may come from. */
  readonly images?: readonly string[]
  /** The last element of the footer, by language. */
  readonly footerEnd?: ((language: string) => Html) | undefined
}

/** The parts that differ from document to document. */
export interface DocumentContent extends Pick<
  FrameInput,
  'banners' | 'currentPath' | 'hasIslands' | 'languages' | 'main' | 'searchTerm' | 'slots'
> {
  readonly head: PageHead
  /** Null for a document without a menu of its own: it gets the last menu that was kept for its language. */
  readonly navigation: Node | null
  readonly releases: ReleaseSnapshot
  /** Remotes that have a slot in the document: their style sheets are linked. */
  readonly remotes: Iterable<RemoteName>
  readonly siteData?: DocumentInput['siteData']
  readonly feeds?: DocumentInput['feeds']
  /** Whether the document may load a captcha. */
  readonly allowsCaptcha?: boolean
  /** Origin of another machine whose scripts and styles the document may load: only in a page for one member of staff. */
  readonly foreignOrigin?: string
  /** The state in the document, or null; it depends on the length of the body. */
  readonly state: (bodyLength: number) => DocumentInput['state']
}

/** The documents of one site: each has the frame around its own content. */
export interface SiteDocuments {
  /** A whole document, and its content security policy. */
  render(content: DocumentContent): { readonly html: string; readonly policy: string }
  /** Keep the menu of a public page, for documents that cannot load one. */
  cacheMenu(language: string, root: Node): void
  siteName(language: string): string
  /** The organisation behind the site, as structured data of schema.org. */
  organisation(language: string): JsonObject
}

/** Create the documents of a site; no menu has been kept yet. */
export function createSiteDocuments(parts: SiteDocumentParts): SiteDocuments {
  const { config, contact, footerLinks, files, pathPrefix } = parts
  const { languages, publicUrl } = config
  const menus = new Map<string, Node>()
  const shells = new WeakMap<LiveRelease, ShellFacts>()
  const siteName = (language: string): string =>
    config.siteName[language] ?? config.siteName[languages.primary] ?? ''
  const contactIn = (language: string): FrameContact | undefined =>
    contact && { ...contact, address: addressIn(contact.address, [language, languages.primary]) }
  return {
    siteName,
    cacheMenu(language, root) {
      if (languages.supported.includes(language)) menus.set(language, root)
    },
    organisation: (language) =>
      organisation({
        name: siteName(language),
        homePath: pathPrefix(language) || '/',
        contact: contactIn(language),
      }),
    render({ head, navigation, releases, remotes, siteData, feeds, state, ...content }) {
      const { allowsCaptcha, foreignOrigin, ...frame } = content
      const { language } = head
      const shell = shells.get(releases.shell) ?? shellFacts(releases.shell, parts)
      shells.set(releases.shell, shell)
      const body = renderFrame({
        ...frame,
        navigation: navigation ?? menus.get(language) ?? null,
        language,
        messages: messagesFor(language, languages.primary),
        pathPrefix: pathPrefix(language),
        siteName: siteName(language),
        contact: contactIn(language),
        footerLinks: footerLinks[language] ?? [],
        footerEnd: parts.footerEnd?.(language) ?? null,
      })
      const html = renderDocument({
        head,
        origin: publicUrl,
        siteName: siteName(language),
        styles: pageStyles(releases, remotes, files),
        boot: shell.boot,
        icon: shell.icon,
        body,
        state: state(body.toString().length),
        ...(siteData && { siteData }),
        ...(feeds && { feeds }),
      })
      const known = allowsCaptcha ? shell.captchaPolicy : shell.policy
      return { html, policy: foreignOrigin === undefined ? known : policyOf(shell.boot, parts, content) }
    },
  }
}

/** What all documents of a release of the shell share. */
interface ShellFacts extends Pick<DocumentInput, 'boot' | 'icon'> {
  readonly policy: string
  /** The policy of a document that may load a captcha. */
  readonly captchaPolicy: string
}

function shellFacts(shell: LiveRelease, parts: SiteDocumentParts): ShellFacts {
  const boot = bootFile(shell, parts.files)
  return {
    boot,
    icon: iconFile(shell, parts.files),
    policy: policyOf(boot, parts, {}),
    captchaPolicy: policyOf(boot, parts, { allowsCaptcha: true }),
  }
}

const policyOf = (
  boot: DocumentInput['boot'],
  { files, captcha, scriptHashes, connects, images }: SiteDocumentParts,
  { allowsCaptcha, foreignOrigin }: Pick<DocumentContent, 'allowsCaptcha' | 'foreignOrigin'>,
): string =>
  contentSecurityPolicy(files.policy(boot), {
    captcha: allowsCaptcha ? captcha : undefined,
    ...(scriptHashes && { scriptHashes }),
    ...(connects && { connects }),
    ...(images && { images }),
    foreignOrigin,
  })

/** The lines of the address in the first of the languages that has any; empty when none has. */
function addressIn(address: SiteContact['address'] = [], languages: readonly string[]): readonly string[] {
  if (isLines(address)) return address
  return languages.map((language) => address[language]).find((lines) => lines !== undefined) ?? []
}

// TypeScript does not narrow to the record when `Array.isArray` is false for a readonly array.
const isLines = (address: NonNullable<SiteContact['address']>): address is readonly string[] =>
  Array.isArray(address)

/** The configured facts about the organisation behind a site. */
interface OrganisationFacts {
  readonly name: string
  /** Path of the home page in the page's language. */
  readonly homePath: string
  readonly contact: FrameContact | undefined
}

/** The organisation behind the site, for search engines; only the home page has it. */
const organisation = ({ name, homePath, contact = {} }: OrganisationFacts): JsonObject => ({
  '@type': 'Organization',
  '@id': `${homePath}#organization`,
  name,
  url: homePath,
  ...(contact.telephone ? { telephone: contact.telephone } : {}),
  ...(contact.email ? { email: contact.email } : {}),
  ...(contact.address?.length ? { address: contact.address.join(', ') } : {}),
})
