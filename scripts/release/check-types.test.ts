import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { aCheckout, type TestCheckout } from '../testing/a-checkout.ts'

const run = promisify(execFile)
let checkout: TestCheckout
beforeAll(() => {
  checkout = aCheckout()
})
afterAll(() => checkout.remove())

/** The output of the check of a remote in the checkout. */
async function check(app: string): Promise<string> {
  const script = `const { checkTypes } = await import('./scripts/release/check-types.ts')
    const { readApp } = await import('./scripts/build/apps.ts')
    await checkTypes(readApp('${checkout.root}/${app}')).then(() => console.log('sound'), ({ facts }) => console.log(JSON.stringify(facts)))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: checkout.root,
  })
  return stdout
}

describe('the types of a remote', () => {
  it('refuses sources with a type error, and says where', async () => {
    expect(await check('mfe-devinfo')).toBe('sound\n')
    const file = 'mfe-devinfo/manifest.ts'
    checkout.write(file, checkout.read(file).replace("view: 'version'", 'view: 7'))
    const said = await check('mfe-devinfo')
    expect(said).toContain('Its sources have type errors.')
    expect(said).toContain('mfe-devinfo/manifest.ts(8,')
    expect(said).toContain("Type 'number' is not assignable to type 'string'")
  })
  it('writes nothing beside the sources, whatever the project of the repository says', async () => {
    checkout.edit(
      'tsconfig.json',
      '"noEmit": true,',
      '"noEmit": false, "rewriteRelativeImportExtensions": true,',
    )
    await check('mfe-devinfo')
    expect(existsSync(path.join(checkout.root, 'mfe-devinfo/manifest.js'))).toBe(false)
  })
})
