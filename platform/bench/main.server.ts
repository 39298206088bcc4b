import { parseArgs } from 'node:util'
import { measureSize, type SizeFigures } from './measure-size.ts'
import { toReport } from './report.ts'

const SIZES = '10000,100000,1000000'

/** `npm run bench:platform -- [--sizes 10000,100000] [--asked 40] [--data FOLDER]`. */
async function main(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { sizes: text, asked: text, data: text },
    strict: true,
  })
  const sizes = (values.sizes ?? SIZES).split(',').map((size) => numberOf(size, '--sizes'))
  if (values.data !== undefined && sizes.length !== 1) throw new Error('--data needs one size: --sizes N')
  const figures: SizeFigures[] = []
  for (const size of sizes) {
    process.stderr.write(`Building and measuring ${size.toLocaleString('en-GB')} entries\n`)
    figures.push(await measureSize(size, numberOf(values.asked ?? '40', '--asked'), values.data ?? null))
  }
  process.stdout.write(toReport(figures))
}

function numberOf(value: string, option: string): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${option} must be a whole number, not "${value}"`)
  return number
}

main().catch((error: unknown) => {
  process.stderr.write(`bench:platform: ${(error as Error).message}\n`)
  process.exit(1)
})
