import { getDocumentProxy } from 'unpdf'

const MAX_PAGES = 2000

/** The text of a PDF, read page by page up to about `mostCharacters`. Throws when the file is broken or needs a password. */
export async function textOfPdf(bytes: Buffer, mostCharacters: number): Promise<string> {
  // The library transfers the memory that it gets, so it is given a copy.
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  try {
    const pages: string[] = []
    let length = 0
    for (let at = 1; at <= Math.min(document.numPages, MAX_PAGES) && length < mostCharacters; at += 1) {
      const page = await document.getPage(at)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      page.cleanup()
      pages.push(text)
      length += text.length
    }
    return pages.join('\n')
  } finally {
    await document.loadingTask.destroy()
  }
}
