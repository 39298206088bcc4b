/** `npm run supply-chain`: an SBOM of the product's dependencies, and whether the registry has signed them. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fromTerminal, ROOT } from './paths/root.ts'
import { readArguments } from './start/read-arguments.ts'

const USAGE = `Usage: npm run supply-chain [-- --sbom FILE]
  --sbom  write a list of the packages that a site runs on (CycloneDX) to this file
Then the registry's signatures of the installed packages are verified, which takes the registry.`

/** Buffer size: the list of packages takes some megabytes. */
const MAX_OUTPUT = 64 * 1024 * 1024

/** Run the npm that has started this command. */
function npm(args: readonly string[], output: 'inherit' | 'pipe') {
  const program = process.env['npm_execpath'] ?? ''
  return spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    stdio: ['ignore', output, 'inherit'],
  })
}

function main(): number {
  const { values } = readArguments({ sbom: { type: 'string' } }, 0, USAGE)
  if (values.sbom !== undefined) {
    const made = npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'], 'pipe')
    if (made.status !== 0) return made.status ?? 1
    const { components = [] } = JSON.parse(made.stdout) as { readonly components?: readonly unknown[] }
    const file = fromTerminal(values.sbom)
    writeFileSync(file, made.stdout)
    console.log(`${components.length} packages in ${file}`)
  }
  return npm(['audit', 'signatures'], 'inherit').status ?? 1
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(error instanceof Error ? `${error.message}\n${USAGE}` : String(error))
  process.exitCode = 2
}
