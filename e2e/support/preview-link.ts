import { createHmac } from 'node:crypto'

/** A secret for shells in tests only. */
export const PREVIEW_SECRET = 'only-for-journeys-0123456789abcdef'

const LIFETIME_SECONDS = 600

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** A signed preview link, made as shell/features/preview/README.md describes for content systems. */
export function previewLink(site: string, path: string): string {
  const claims = {
    host: new URL(site).host,
    path,
    expires: Math.floor(Date.now() / 1_000) + LIFETIME_SECONDS,
  }
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signature = hmac(hmac(PREVIEW_SECRET, 'tessera-preview-link'), body).toString('base64url')
  return `${site}/preview-session?token=${body}.${signature}`
}
