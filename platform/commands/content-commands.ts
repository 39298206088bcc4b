import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareFolder, recordsFile } from '../data-folder.ts'
import { exportContent } from '../import/export-content.ts'
import { migrate } from '../import/migrate.ts'
import { readSeed } from '../import/read-seed.ts'
import { openReader } from '../repository/connection.ts'
import { openLive } from '../repository/live-content.ts'
import { say } from './say.ts'
import { DEFAULTS } from './serve.ts'
import { warnOfUnreadFiles } from './warn-of-unread-files.ts'

const TEXT = { type: 'string' } as const

/** `import FILE [--data FOLDER]`: replace all content by a seed, a file or a folder. A platform running on the folder shows it at once. */
export async function importCommand(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { data: TEXT },
    allowPositionals: true,
    strict: true,
  })
  const seed = onlyFile(positionals, 'import FILE [--data FOLDER]')
  const started = performance.now()
  const read = readSeed(resolve(seed))
  const { imported } = await prepareFolder(values.data ?? DEFAULTS.data, read, 'when-changed')
  if (imported === null) return say(`${seed} is what the folder holds already`)
  const seconds = (performance.now() - started) / 1000
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  say(
    `Imported ${imported.entries} entries and ${imported.nodes} nodes from ${seed} in ${seconds.toFixed(1)} s (${Math.round(imported.entries / seconds)} a second, ${megabytes} MB at most)`,
  )
  const [first] = imported.brokenLinks
  if (first !== undefined)
    process.stderr.write(`Warning: ${imported.brokenLinks.length} broken links, the first: ${first}\n`)
  warnOfUnreadFiles(imported)
}

/** `export FILE [--data FOLDER]`: write all content into a file that can be imported. */
export async function exportCommand(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { data: TEXT },
    allowPositionals: true,
    strict: true,
  })
  const target = onlyFile(positionals, 'export FILE [--data FOLDER]')
  const data = values.data ?? DEFAULTS.data
  if (!existsSync(resolve(data, 'platform.db'))) throw new Error(`${data} holds no content`)
  const records = openReader(recordsFile(data)).db
  const content = openLive(records, resolve(data), (file) => openReader(file).db)
  if (content === null) throw new Error(`${data} holds no content`)
  try {
    const { entries, users } = exportContent(content, records, resolve(target))
    say(`Exported ${entries} entries and ${users} accounts to ${target}`)
  } finally {
    content.close()
    records.close()
  }
}

/** `migrate --from URL --project ID --access-token T [--out FILE]`: read a real environment into a file that can be imported. */
export async function migrateCommand(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { from: TEXT, project: TEXT, 'access-token': TEXT, out: TEXT },
    strict: true,
  })
  const { from, project, 'access-token': accessToken, out = `${project ?? 'content'}.json` } = values
  if (from === undefined || project === undefined || accessToken === undefined)
    throw new Error('migrate needs --from URL, --project ID and --access-token T')
  if (!URL.canParse(from)) throw new Error(`--from must be an address, not "${from}"`)
  const report = await migrate({ from, projectId: project, accessToken, file: resolve(out) })
  say(
    `Wrote ${report.entries} entries, ${report.nodes} nodes and ${report.contentTypes} content types to ${out}`,
  )
  say(`Not delivered, so not in it: ${report.incomplete.join(', ')}`)
}

function onlyFile(positionals: readonly string[], usage: string): string {
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Error(`Usage: npm run platform -- ${usage}`)
  return file
}
