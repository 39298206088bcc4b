import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { toLine, UsageError } from './usage-error.ts'

/** The content of `site.config.json`: names, contact, footer links. The shell validates it. */
export type SiteFile = Readonly<Record<string, unknown>>

const NAME = 'site.config.json'

/**
 * The site's configuration file, if it was written for the platform of this alias; undefined for any other platform, whose
 * site takes its name from its project. `warn` gets one line when there is a file that is ignored.
 * @throws UsageError when the file is not JSON.
 */
export function readSiteFile(
  alias: string,
  warn: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
  folder: string = ROOT,
): SiteFile | undefined {
  try {
    const text = readFileSync(path.join(folder, NAME), 'utf8')
    const { alias: writtenFor, ...site } = JSON.parse(text) as SiteFile
    if (writtenFor === alias) return site
    const own =
      writtenFor === undefined ? 'it has no "alias"' : `its "alias" is ${JSON.stringify(writtenFor)}`
    warn(`${NAME} is ignored: ${own}, and this content platform's is "${alias}".`)
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UsageError(`${NAME} cannot be read: ${toLine(error)}`)
  }
}
