import type { SiteConfig } from '@tessera/shared/config'
import type { Node } from '@tessera/shared/content'
import type { JsonObject, PageHead, RemoteName } from '@tessera/shared/contract'
import { messagesFor } from '../messages/index.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
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

/** How to reach the people behind the site. An address is the same in every language, or has its lines by language. */
export interface SiteContact extends Omit<FrameContact, 'address'> {
  readonly address?: readonly string[] | Readonly<Record<string, readonly string[]>> | undefined
}

/** What is the same in every document of a site. */
export interface SiteDocumentParts {
  readonly config: Pick<SiteConfig, 'languages' | 'publicUrl' | 'siteName'>
  /** Put before the shell's own addresses in a language, e.g. `/cy`; empty for the first. */
  readonly pathPrefix: (language: string) => string
  readonly contact: SiteContact | undefined
  /** By language. */
  readonly footerLinks: Readonly<Record<string, readonly FrameLink[]>>
  readonly files: FileRules
  /** What pages of forms with a captcha may load besides. */
  readonly captcha?: CaptchaSources | undefined
  /** Hashes of inline scripts that features bring. */
  readonly scriptHashes?: readonly string[]
  /** What pages may send to besides this site. */
  readonly connects?: readonly string[]
  /** Other origins that their images may come from. */
  readonly images?: readonly string[]
  /** The last thing in the footer of pages in a language. */
  readonly footerEnd?: ((language: string) => Html) | undefined
}

/** What differs from document to document. */
export interface DocumentContent extends Pick<
  FrameInput,
  'banners' | 'currentPath' | 'hasIslands' | 'languages' | 'main' | 'searchTerm' | 'slots'
> {
  readonly head: PageHead
  /** Null for a document that has no menu of its own: it gets the last one that was kept for its language. */
  readonly navigation: Node | null
  readonly releases: ReleaseSnapshot
  /** Remotes that have a slot in it: their style sheets are linked. */
  readonly remotes: Iterable<RemoteName>
  readonly siteData?: DocumentInput['siteData']
  readonly feeds?: DocumentInput['feeds']
  /** Whether it may load a captcha. */
  readonly allowsCaptcha?: boolean
  /** Another machine whose scripts and styles it may load: in a page for one member of staff. */
  readonly foreignOrigin?: string
  /** The state that the document carries, or null, by the length of its body. */
  readonly state: (bodyLength: number) => DocumentInput['state']
}

/** The documents of one site: the frame around what each of them shows. */
export interface SiteDocuments {
  /** A whole document, and its content security policy. */
  render(content: DocumentContent): { readonly html: string; readonly policy: string }
  /** Remember the menu that a public page shows, for documents that cannot ask for one. */
  keepMenu(language: string, root: Node): void
  siteName(language: string): string
  /** Facts about the organisation behind the site, as schema.org has them. */
  organisation(language: string): JsonObject
}

/** No menu is known yet. */
export function createSiteDocuments(parts: SiteDocumentParts): SiteDocuments {
  const { config, contact, footerLinks, files, pathPrefix } = parts
  const { languages, publicUrl } = config
  const menus = new Map<string, Node>()
  const siteName = (language: string): string =>
    config.siteName[language] ?? config.siteName[languages.primary] ?? ''
  const contactIn = (language: string): FrameContact | undefined =>
    contact && { ...contact, address: addressIn(contact.address, [language, languages.primary]) }
  return {
    siteName,
    keepMenu(language, root) {
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
      const boot = bootFile(releases.shell, files)
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
        boot,
        icon: iconFile(releases.shell, files),
        body,
        state: state(body.toString().length),
        ...(siteData && { siteData }),
        ...(feeds && { feeds }),
      })
      return {
        html,
        policy: contentSecurityPolicy(files.policy(boot), {
          captcha: allowsCaptcha ? parts.captcha : undefined,
          scriptHashes: parts.scriptHashes ?? [],
          connects: parts.connects ?? [],
          images: parts.images ?? [],
          foreignOrigin,
        }),
      }
    },
  }
}

/** The lines of the first of the languages that there are any in; none where it is in none. */
function addressIn(address: SiteContact['address'] = [], languages: readonly string[]): readonly string[] {
  if (isLines(address)) return address
  return languages.map((language) => address[language]).find((lines) => lines !== undefined) ?? []
}

// TypeScript does not see that what is no readonly array is the record.
const isLines = (address: NonNullable<SiteContact['address']>): address is readonly string[] =>
  Array.isArray(address)

/** Who is behind a site, as its owner says. */
interface OrganisationFacts {
  readonly name: string
  /** Path of the home page in the page's language. */
  readonly homePath: string
  readonly contact: FrameContact | undefined
}

/** The people behind the site, for search engines: on its home page only. */
const organisation = ({ name, homePath, contact = {} }: OrganisationFacts): JsonObject => ({
  '@type': 'Organization',
  '@id': `${homePath}#organization`,
  name,
  url: homePath,
  ...(contact.telephone ? { telephone: contact.telephone } : {}),
  ...(contact.email ? { email: contact.email } : {}),
  ...(contact.address?.length ? { address: contact.address.join(', ') } : {}),
})
