import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import path from 'node:path'
import { URLSET, urlElement, type SitemapFile, type SitePage } from './sitemap-xml.ts'

/** Limits of one file. Source: sitemaps.org: 50,000 addresses and 50 MB; a little is left for the last one. */
export interface SitemapSize {
  readonly maxUrls: number
  readonly maxBytes: number
}
export const SITEMAP_SIZE: SitemapSize = { maxUrls: 50_000, maxBytes: 50 * 1024 * 1024 }

interface OpenFile {
  readonly name: string
  readonly stream: WriteStream
  urls: number
  bytes: number
  lastModified: string | undefined
}

/**
 * Writes pages as a stream to files in a folder, a numbered series of files for each language; gives the files. Only the page
 * that is being written is in memory.
 */
export async function writeSitemaps(
  pages: AsyncIterable<readonly SitePage[]>,
  { folder, origin, size }: { readonly folder: string; readonly origin: string; readonly size: SitemapSize },
): Promise<readonly SitemapFile[]> {
  const open = new Map<string, OpenFile>()
  const done: SitemapFile[] = []
  const counts = new Map<string, number>()

  const begin = (language: string): OpenFile => {
    const number = (counts.get(language) ?? 0) + 1
    counts.set(language, number)
    const name = `sitemap-${language.toLowerCase()}-${number}.xml`
    const stream = createWriteStream(path.join(folder, name))
    stream.on('error', () => undefined) // reported by a waiting write, or by `finish`
    stream.write(URLSET.open)
    const file = { name, stream, urls: 0, bytes: URLSET.open.length, lastModified: undefined }
    open.set(language, file)
    return file
  }
  const finish = async (language: string, file: OpenFile): Promise<void> => {
    open.delete(language)
    file.stream.end(URLSET.close)
    if (!file.stream.closed) await once(file.stream, 'close')
    if (file.stream.errored) throw file.stream.errored
    done.push({ name: file.name, ...(file.lastModified ? { lastModified: file.lastModified } : {}) })
  }
  const add = async (page: SitePage, translations: readonly SitePage[]): Promise<void> => {
    const element = urlElement(page, translations, origin)
    const bytes = Buffer.byteLength(element)
    let file = open.get(page.language)
    if (file && (file.urls >= size.maxUrls || file.bytes + bytes + URLSET.close.length > size.maxBytes)) {
      await finish(page.language, file)
      file = undefined
    }
    file ??= begin(page.language)
    file.urls += 1
    file.bytes += bytes
    if (page.lastModified && page.lastModified > (file.lastModified ?? ''))
      file.lastModified = page.lastModified
    if (!file.stream.write(element)) await drained(file.stream)
  }

  try {
    for await (const translations of pages) for (const page of translations) await add(page, translations)
    for (const [language, file] of [...open]) await finish(language, file)
  } finally {
    for (const { stream } of open.values()) stream.destroy()
  }
  return done.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

/** Waits until a stream takes more. Rejects if it cannot be written, also if that is known already: then no event would follow. */
async function drained(stream: WriteStream): Promise<void> {
  if (stream.errored) throw stream.errored
  await once(stream, 'drain')
}
