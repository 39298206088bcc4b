import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

const CONSTANTS = ['shared/config/constants.ts', 'shared/config/form-constants.ts']
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const names = CONSTANTS.flatMap((file) =>
  [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name),
)
/** The product: what is neither a test nor made for tests. */
const product = globSync('{shared,shell,mfe-*}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !CONSTANTS.includes(file) && !/\.test\.|\/testing\/|node_modules/.test(file))
  .map(read)
  .join('\n')

describe('constants of the specification (section 9)', () => {
  it('are found', () => {
    expect(names).toEqual(expect.arrayContaining(['COOKIE_POLL_MS', 'TEXTAREA_ROWS']))
  })

  it.each(names)('%s is used', (name) => {
    expect(product).toMatch(new RegExp(`\\b${name}\\b`))
  })
})
