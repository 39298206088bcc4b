/** `npm run attack -- URL`: run the product's own attacks on a site of yours, and list those that succeeded. */
import { runAttacks, type AttackResult } from './attack/attack.ts'
import { ATTACKS } from './attack/attacks.ts'
import { readArguments } from './start/read-arguments.ts'
import { toMessage, UsageError } from './start/usage-error.ts'

const USAGE = `Usage: npm run attack -- URL [--members PATH] [--draft PATH] [--form PATH] [--secret TEXT ...]
  URL        address of a site of your own, e.g. https://staging.example.org
  --members  a page for members only, e.g. /your-council/members-area
  --draft    the preview of an entry that is not published, e.g. /preview/ID
  --form     a page with a form of several pages, e.g. /contact/report-a-problem
  --secret   what no answer may hold, e.g. an access token; may be given more than once
What it asks counts as a visitor's: it signs nobody in, and stores nothing.`

const SIGNS = { held: ' ', failed: '✗', 'not tried': '?' } as const

async function main(): Promise<number> {
  const options = {
    members: { type: 'string' },
    draft: { type: 'string' },
    form: { type: 'string' },
    secret: { type: 'string', multiple: true },
  } as const
  const { values, positionals } = readArguments(options, 1, USAGE)
  const url = URL.parse(positionals[0] ?? '')
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(USAGE)
  const target = {
    url: url.origin,
    membersPath: values.members ?? null,
    draftPath: values.draft ?? null,
    formPath: values.form ?? null,
    secrets: values.secret ?? [],
  }
  const results = await runAttacks(ATTACKS, target, say)
  const count = (outcome: AttackResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  console.log(`${count('held')} held, ${count('failed')} did not, ${count('not tried')} not tried`)
  return count('failed') === 0 ? 0 : 1
}

function say({ threat, name, outcome, problems }: AttackResult): void {
  console.log(`${SIGNS[outcome]} ${threat.padEnd(12)} ${name.slice(0, 100)}`)
  for (const problem of problems) console.log(`    ${problem.slice(0, 300)}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(toMessage(error))
  process.exitCode = 2
}
