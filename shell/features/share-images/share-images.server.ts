import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '@tessera/shared/config'
import type { PageHead } from '@tessera/shared/contract'
import { createSemaphore } from '@tessera/shared/io'
import { SHARE_IMAGE } from '../../document/metadata.ts'
import { pageError, requestError } from '../../errors.ts'
import { directionOf, readRequestTarget } from '../../http/paths.ts'
import { drawCard } from './share-card.server.ts'

/** The images that other sites show beside links to pages. */
export interface ShareImages {
  /** Path and text of a page's image: its own image, cropped by the platform, else a card with the page's title. */
  imageOf(head: PageHead): Required<Pick<PageHead, 'imagePath' | 'imageAlt'>>
  /** The routes of the cards. */
  readonly routes: FastifyPluginAsync
}

const PREFIX = '/_share/'
/** Greatest length of a drawn title, in characters. */
const MAX_TITLE = 140
/** Cards whose signed paths are remembered. */
const MAX_PATHS = 5_000
/** Size of the cache of cards, in bytes: some hundreds of cards. */
const MAX_BYTES = 8 * 1024 * 1024
/** Limits for drawing cards: each takes a quarter of a second of CPU time. */
const CARD_CONCURRENCY = { concurrency: 1, queue: 20, queueWaitMs: 5_000 } as const

/**
 * Share images of a site. A card's URL contains its text and a signature, so that only cards of pages can be requested. Processes
 * and machines with the same access token of the platform accept each other's signatures. Source: docs/decisions/0059.
 */
export function createShareImages({
  secrets,
  siteName,
  languages,
}: Pick<SiteConfig, 'languages' | 'secrets' | 'siteName'>): ShareImages {
  const nameIn = (language: string): string => siteName[language] ?? siteName[languages.primary] ?? ''
  const sign = (text: string): Buffer =>
    createHmac('sha256', secrets.accessToken).update(`share card ${text}`).digest().subarray(0, 12)
  const paths = new LRUCache<string, string>({
    max: MAX_PATHS,
    memoMethod: (text) => `${PREFIX}${text}.${sign(text).toString('base64url')}.png`,
  })
  const cards = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: ({ length }) => length })
  const semaphore = createSemaphore(CARD_CONCURRENCY, ({ active, waiting }) =>
    pageError('page/busy', { details: { inFlight: active, waiting } }),
  )
  const cardOf = async (language: string, title: string): Promise<Buffer> => {
    const key = `${language}\n${title}`
    const cached = cards.get(key)
    if (cached) return cached
    const release = await semaphore.acquire()
    try {
      // Another request may have drawn it meanwhile.
      const known = cards.get(key)
      if (known) return known
      const card = await drawCard({ title, siteName: nameIn(language), dir: directionOf(language) })
      cards.set(key, card)
      return card
    } finally {
      release()
    }
  }
  return {
    imageOf(head) {
      const { imagePath, imageAlt, language, robots } = head
      if (imagePath !== undefined) return { imagePath: cut(imagePath), imageAlt: imageAlt || head.title }
      // Search pages and error pages, which have `robots` set, get a card with the site's name.
      const title = (robots === undefined && head.title.trim()) || nameIn(language)
      const shown = title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).trimEnd()}…` : title
      const text = `${language}/${Buffer.from(shown).toString('base64url')}`
      return { imagePath: paths.memo(text), imageAlt: shown }
    },
    routes: async (app) => {
      app.get(`${PREFIX}*`, async (request, reply) => {
        const { path } = readRequestTarget(request.raw.url ?? '/')
        const card = readCard(path.slice(PREFIX.length), sign)
        if (!card || !languages.supported.includes(card.language)) throw requestError('request/no-file')
        return reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('cross-origin-resource-policy', 'cross-origin')
          .type('image/png')
          .send(await cardOf(card.language, card.title))
      })
    },
  }
}

/** URL of an image that the platform crops and converts to JPEG, vector images too. */
function cut(imagePath: string): string {
  const [path = '', query] = imagePath.split('?', 2)
  const asked = new URLSearchParams(query)
  const { width, height } = SHARE_IMAGE
  const wanted = { w: String(width), h: String(height), fit: 'crop', f: 'jpg' }
  for (const name of ['width', 'height', 'format']) asked.delete(name)
  for (const [name, value] of Object.entries(wanted)) asked.set(name, value)
  return `${path}?${asked.toString()}`
}

/** Language and title of a card, from its path below the prefix; null if this site has not signed it. */
function readCard(
  name: string,
  sign: (text: string) => Buffer,
): { readonly language: string; readonly title: string } | null {
  const [, text, language, title, signature] = /^(([\w-]+)\/([\w-]+))\.([\w-]+)\.png$/.exec(name) ?? []
  if (text === undefined || language === undefined || title === undefined || !signature) return null
  const [given, wanted] = [Buffer.from(signature, 'base64url'), sign(text)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  return { language, title: Buffer.from(title, 'base64url').toString() }
}
