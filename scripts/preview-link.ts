/** `npm run preview-link -- PATH`: a signed link that opens a preview session, as a content system makes them. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { PREVIEW_SESSION_PATH } from '../shell/features/preview/preview-routes.server.ts'
import { signToken } from '../shell/features/preview/preview-token.server.ts'
import { fromTerminal, ROOT } from './paths/root.ts'
import { ensurePreviewSecret, previewSecretIn } from './start/preview-secret.ts'
import { readArguments } from './start/read-arguments.ts'
import { fail, UsageError } from './start/usage-error.ts'

const USAGE = `Usage: npm run preview-link -- PATH [--site URL] [--hours N] [--data DIR]
  PATH     the page to begin with: /services, or /preview/ENTRY[/LANGUAGE]
  --site   address of the site (default: http://localhost:3000)
  --hours  how long the link may be opened (default: 1)
  --data   the site's data folder, which holds the secret (default: .data)`

const SECONDS_PER_HOUR = 3_600

function main(): void {
  const options = {
    site: { type: 'string', default: 'http://localhost:3000' },
    hours: { type: 'string', default: '1' },
    data: { type: 'string' },
  } as const
  const { values, positionals } = readArguments(options, 1, USAGE)
  const [page] = positionals
  const site = URL.parse(values.site)
  const hours = Number(values.hours)
  if (!page?.startsWith('/') || !site || !(hours > 0)) throw new UsageError(USAGE)
  const data = values.data ? fromTerminal(values.data) : path.join(ROOT, '.data')
  // A secret that is made here would be none that a running site knows.
  if (values.data && !existsSync(previewSecretIn(data)))
    throw new UsageError(`There is no secret in ${data}: give the folder that the site has as its --data.`)
  const secret = ensurePreviewSecret(data)
  const expires = Math.floor(Date.now() / 1_000) + hours * SECONDS_PER_HOUR
  const token = signToken('link', { host: site.host, path: page, expires: Math.floor(expires) }, secret)
  console.log(`${site.origin}${PREVIEW_SESSION_PATH}?token=${token}`)
}

try {
  main()
} catch (error) {
  fail(error)
}
