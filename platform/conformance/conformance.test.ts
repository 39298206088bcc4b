import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { aPlatform } from '../testing/a-platform.ts'

describe('the protocol (sample of conformance cases)', () => {
  test('every case of the sample passes', async () => {
    const platform = await aPlatform()
    try {
      const { url } = await platform.listen(0)
      const lines = await run(url)
      expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([])
      expect(lines.at(-1)).toMatch(/^\d{3,} passed, 0 failed$/)
    } finally {
      await platform.close()
    }
  })
})

function run(url: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), url], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (part: Buffer) => (text += part.toString()))
    child.on('error', reject).on('close', () => resolve(text.trim().split('\n')))
  })
}
