import type { PageHead } from '@tessera/shared/contract'
import { documentTitle } from './document-title.ts'

/** Make the document's head say what the page on the screen is. What only crawlers read stays: they load each page whole. */
export function updateHead({ title, description, canonicalPath, robots }: PageHead): void {
  const siteName = metaContent('property', 'og:site_name') ?? ''
  document.title = documentTitle(title, siteName)
  setMeta('description', description)
  setMeta('robots', robots ?? null)
  setCanonical(canonicalPath)
}

const meta = (attribute: string, name: string): HTMLMetaElement | null =>
  document.head.querySelector<HTMLMetaElement>(`meta[${attribute}="${name}"]`)

const metaContent = (attribute: string, name: string): string | null => meta(attribute, name)?.content ?? null

function setMeta(name: string, content: string | null): void {
  const known = meta('name', name)
  if (content === null) return known?.remove()
  const element = known ?? document.head.appendChild(document.createElement('meta'))
  element.name = name
  element.content = content
}

function setCanonical(path: string | null): void {
  const known = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (path === null) return known?.remove()
  const element = known ?? document.head.appendChild(document.createElement('link'))
  // The public address may differ from the one that the browser uses; the server has told it once.
  const origin = known
    ? new URL(known.href).origin
    : (originOf(metaContent('property', 'og:url')) ?? location.origin)
  element.rel = 'canonical'
  element.href = `${origin}${path}`
}

const originOf = (address: string | null): string | null => (address ? new URL(address).origin : null)
