import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ATTACKS } from '../attack/attacks.ts'
import { ROOT } from '../paths/root.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const page = read('docs/security.md')

describe('threats, what holds them, and their tests (docs/security.md)', () => {
  it('names the threats that are tried, and no others as such', () => {
    const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, threat]) => threat)
    expect([...named].sort()).toEqual([...new Set(ATTACKS.map(({ threat }) => threat))].sort())
  })

  it('names tests that exist', () => {
    const files = [...page.matchAll(/`([^`]+\.(?:test|e2e)\.tsx?)`/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  })

  it('tells attacks apart by their names', () => {
    const names = ATTACKS.map(({ threat, name }) => `${threat}: ${name}`)
    expect(names).toHaveLength(new Set(names).size)
  })
})

describe('packages', () => {
  it('run nothing when they are installed', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  })

  it('are those of the lock file, each with its hash', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly link?: boolean; readonly integrity?: string }>>
    }
    const unknown = Object.entries(packages).filter(
      ([name, { link, integrity }]) => name.includes('node_modules/') && !link && !integrity,
    )
    expect(unknown.map(([name]) => name)).toEqual([])
  })
})
