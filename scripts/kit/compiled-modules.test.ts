import { withOwnNames } from './compiled-modules.ts'
import { CONTRACT, REMOTE } from './kit-packages.ts'

describe('code of the kit', () => {
  it('imports of shared folders what the contract exports, by its name', () => {
    const code = "import { a } from '@tessera/shared/contract'\nimport { b } from '@tessera/shared/ui'\n"
    expect(withOwnNames(code, 'scripts/a.js', REMOTE)).toBe(
      "import { a } from '@tessera/contract'\nimport { b } from '@tessera/contract/ui'\n",
    )
  })

  it('imports nothing else of them, which no repository of a team could find', () => {
    const code = "import { a } from '@tessera/shared/io'"
    expect(() => withOwnNames(code, 'shell/a.js', REMOTE)).toThrow(
      'shell/a.js is in the kit and imports @tessera/shared/io, which the contract does not export',
    )
  })

  it('that is in the contract itself is imported from its place', () => {
    const code = "import { a } from '@tessera/shared/config'"
    expect(withOwnNames(code, 'shared/ui/a.js', CONTRACT)).toBe("import { a } from '../config/index.js'")
  })
})
