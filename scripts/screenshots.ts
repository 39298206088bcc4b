/** `npm run screenshots`: every page and state in two windows and both colour schemes, beside the accepted ones; see CONTRIBUTING. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fromTerminal, ROOT } from './paths/root.ts'
import { compareScreens } from './screenshots/compare-screens.ts'
import { indexPage, summaryOf } from './screenshots/index-page.ts'
import type { ScreenTour } from './screenshots/screen.ts'
import { acceptScreens, screenStore, withGroups } from './screenshots/screen-store.ts'
import { createSites, type Sites } from './screenshots/sites.ts'
import { takeTours } from './screenshots/take-tours.ts'
import { FORM_STATE_TOURS } from './screenshots/tours/form-states.ts'
import { FORM_TOURS } from './screenshots/tours/forms.ts'
import { PAGE_TOURS } from './screenshots/tours/pages.ts'
import { readArguments } from './start/read-arguments.ts'
import { toMessage, UsageError } from './start/usage-error.ts'

const TOURS = [...FORM_TOURS, ...FORM_STATE_TOURS, ...PAGE_TOURS]

let sites: Sites | null = null

/** End every process of the run, then exit. */
async function leave(code: number): Promise<never> {
  await sites?.stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void leave(130))
process.once('disconnect', () => void leave(130))

interface Options {
  /** A running site; null to start one for the run. */
  readonly url: string | null
  /** Folder of the pictures. */
  readonly folder: string
  readonly accept: boolean
  readonly tours: readonly ScreenTour[]
}

/** Whether every tour was completed. */
async function main(): Promise<boolean> {
  const { url, folder, accept, tours } = readOptions()
  const [now, accepted] = [screenStore(path.join(folder, 'now')), screenStore(path.join(folder, 'accepted'))]
  const groups = new Set(tours.map(({ group }) => group))
  const broken = accept ? [] : await take()
  if (accept) console.log(`${acceptScreens(now, accepted, groups)} screens accepted`)
  const comparisons = compareScreens(accepted.read(), now.read())
  const index = path.join(folder, 'index.html')
  writeFileSync(index, indexPage(comparisons))
  console.log(`${summaryOf(comparisons)}\n${index}`)
  for (const { group, reason } of broken) console.log(`broken off: ${group}: ${reason}`)
  return broken.length === 0

  async function take() {
    sites = createSites(url)
    const result = await takeTours(tours, sites.urlFor, now.folder, (line) => console.log(line))
    const brokenOff = new Set(result.broken.map(({ group }) => group))
    const whole = new Set([...groups].filter((group) => !brokenOff.has(group)))
    now.write(withGroups(now.read(), whole, result.screens))
    return result.broken
  }
}

function readOptions(): Options {
  const text = { type: 'string' } as const
  const options = { url: text, only: text, folder: text, accept: { type: 'boolean' } } as const
  const { values } = readArguments(options)
  const { url = null, only = '', folder = path.join(ROOT, 'screenshots'), accept = false } = values
  const tours = TOURS.filter(
    ({ group, site }) =>
      group.toLowerCase().includes(only.toLowerCase()) && (url === null || site === undefined),
  )
  if (tours.length === 0) throw new UsageError(`--only finds nothing: "${only}" is in no group.`)
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError(`--url needs an address such as http://localhost:3000, not "${url}".`)
  return { url: url && new URL(url).origin, folder: fromTerminal(folder), accept, tours }
}

try {
  await leave((await main()) ? 0 : 1)
} catch (error) {
  process.stderr.write(`${toMessage(error)}\n`)
  await leave(2)
}
