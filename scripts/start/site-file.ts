import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { toLine, UsageError } from './usage-error.ts'

/** What `site.config.json` says of the site: names, contact, footer links. Checked by the shell. */
export type SiteFile = Readonly<Record<string, unknown>>

/**
 * The site's own file, where it was written for the platform of this alias; undefined for any other platform, whose
 * site has the name that its project has.
 * @throws UsageError when the file is not JSON.
 */
export function readSiteFile(alias: string): SiteFile | undefined {
  const file = path.join(ROOT, 'site.config.json')
  try {
    const { alias: writtenFor, ...site } = JSON.parse(readFileSync(file, 'utf8')) as SiteFile
    return writtenFor === alias ? site : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError(`site.config.json cannot be read: ${toLine(error)}`)
  }
}
