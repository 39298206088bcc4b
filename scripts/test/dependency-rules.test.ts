import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SAMPLE_VIOLATIONS } from './fixtures/sample-violations.ts'
import { LINKED_PACKAGES, SAMPLE_TREE, type Tree } from './fixtures/sample-tree.ts'
import { ROOT } from '../paths/root.ts'

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

interface RuleSet {
  readonly forbidden: readonly { readonly name: string }[]
}

const RULES = path.join(ROOT, '.dependency-cruiser.mjs')
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'tessera-rules-')))

function write(tree: Tree): void {
  for (const [file, content] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), content)
  }
}

/** Violations as `rule file`, found by the program and the rules that `npm test` uses. */
function violations(): readonly string[] {
  const program = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const folders = ['shell', 'shared', 'platform', 'mfe-content', 'mfe-search', 'e2e']
  const result = spawnSync(
    process.execPath,
    [program, `--config=${RULES}`, '--output-type=json', ...folders],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    },
  )
  const report = JSON.parse(result.stdout) as { summary: { violations: readonly Violation[] } }
  return report.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`)
}

beforeAll(() => {
  write(SAMPLE_TREE)
  writeFileSync(path.join(folder, 'tsconfig.json'), readFileSync(path.join(ROOT, 'tsconfig.json')))
  mkdirSync(path.join(folder, 'node_modules/@tessera'))
  for (const name of LINKED_PACKAGES) {
    symlinkSync(path.join(folder, name), path.join(folder, 'node_modules/@tessera', name), 'junction')
  }
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('who may import whom (design 3)', () => {
  let found: readonly string[] = []

  it('finds nothing to say about a tree in order', () => {
    expect(violations()).toEqual([])
  })

  it('finds something once rules are broken', () => {
    for (const { files } of SAMPLE_VIOLATIONS) write(files)
    found = violations()
    expect(found.length).toBeGreaterThanOrEqual(SAMPLE_VIOLATIONS.length)
  })

  it.each(SAMPLE_VIOLATIONS)('$rule: catches $what', ({ rule, file }) => {
    expect(found).toContain(`${rule} ${file}`)
  })

  it('has a planted violation for every rule', async () => {
    const config = (await import(RULES)) as { readonly default: RuleSet }
    const rules = config.default.forbidden.map(({ name }) => name)
    expect(new Set(SAMPLE_VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(rules))
  })
})
