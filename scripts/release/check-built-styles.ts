import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findGlobalStyles, readSiteStyles } from '../../shell/releases/check-styles.server.ts'
import { ROOT } from '../paths/root.ts'

/** The style sheets of the site itself. */
const SITE_SHEETS = ['shell/document/*.css', 'shared/ui/theme.css']

/**
 * Refuse the web build of a remote, in a folder, whose style sheets would restyle the rest of the site.
 * @throws Error naming each selector
 */
export function checkBuiltStyles(app: string, folder: string): void {
  const site = readSiteStyles(sheetsIn(ROOT, SITE_SHEETS).map(({ text }) => text))
  const problems = sheetsIn(folder, ['**/*.css']).flatMap(({ file, text }) =>
    findGlobalStyles(text, site).map((what) => `${file}: ${what}`),
  )
  if (problems.length > 0) throw new Error(`${app} styles more than its own markup:\n${problems.join('\n')}`)
}

const sheetsIn = (folder: string, patterns: readonly string[]) =>
  globSync([...patterns], { cwd: folder }).map((file) => ({
    file,
    text: readFileSync(path.join(folder, file), 'utf8'),
  }))
