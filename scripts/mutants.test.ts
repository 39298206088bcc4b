import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

describe('npm run mutants', () => {
  it('ends once it has tried what it was to try, though its parent goes on', async () => {
    const script = path.join(import.meta.dirname, 'mutants.ts')
    const child = fork(script, ['--only', 'fits nothing'], { stdio: 'ignore', execArgv: [] })
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
