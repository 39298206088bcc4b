import { globSync } from 'node:fs'
import path from 'node:path'

const folder = import.meta.dirname
const remote = path.resolve(folder, '../..')

describe('a stand-in of the embed (docs/decisions/0092)', () => {
  it.each(globSync('*/**/*.{ts,tsx}', { cwd: folder }).toSorted())(
    'has the exports of the module that it stands for: %s',
    async (file) => {
      const [standIn, module] = await Promise.all(
        [folder, remote].map(async (base) => Object.keys((await import(path.join(base, file))) as object)),
      )
      expect(module?.length).toBeGreaterThan(0)
      expect(standIn?.toSorted()).toEqual(module?.toSorted())
    },
  )
})
