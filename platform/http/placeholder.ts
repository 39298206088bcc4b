import { basename, extname } from 'node:path'

/** What is served for an asset whose seed has no files. */
export type Placeholder = { readonly type: string; readonly bytes: string }

const IMAGES = new Set(['.svg', '.webp', '.png', '.jpg', '.jpeg', '.gif', '.avif'])

/** A picture or a document that shows the file's name. Null for other kinds of files. */
export function placeholderFor(path: string): Placeholder | null {
  const extension = extname(path).toLowerCase()
  const name = basename(path)
    .replace(/[^\w. -]/g, ' ')
    .slice(0, 60)
  // Browsers decide by the content type, not by the file's extension.
  if (IMAGES.has(extension)) return { type: 'image/svg+xml', bytes: picture(name) }
  return extension === '.pdf' ? { type: 'application/pdf', bytes: document(name) } : null
}

function picture(name: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800"><rect width="1200" height="800" fill="#dde3e0"/>` +
    `<text x="600" y="410" font-family="sans-serif" font-size="40" text-anchor="middle" fill="#35423d">${name}</text></svg>`
  )
}

function document(name: string): string {
  const content = `BT /F1 24 Tf 72 720 Td (${name.replace(/[()\\]/g, ' ')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, at) => {
    const start = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}
