import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

describe('200 releases of a remote in a loop (design 6)', () => {
  it('leave heap and federation instances flat', async () => {
    const script = path.join(import.meta.dirname, 'testing/release-loop.ts')
    const env = { ...process.env, NODE_OPTIONS: '' }
    const { stdout } = await run(process.execPath, ['--expose-gc', script], { env })
    const { heaps, instances } = JSON.parse(stdout.trim().split('\n').at(-1)!) as {
      heaps: [number, number]
      instances: number
    }
    // Each release holds a megabyte: a leak of only one in ten would add 15.
    expect(heaps[1] - heaps[0]).toBeLessThan(5)
    expect(instances).toBeLessThanOrEqual(1)
  })
})
