import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { toLine, UsageError } from './usage-error.ts'

/** The content of `site.config.json`: names, contact, footer links. The shell validates it. */
export type SiteFile = Readonly<Record<string, unknown>>

/**
 * The site's configuration file, if it was written for the platform of this alias; undefined for any other platform, whose
 * site takes its name from its project.
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
