import path from 'node:path'
import { parseArgs } from 'node:util'
import { packKit } from './kit/pack-kit.ts'
import { fromTerminal, ROOT } from './paths/root.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
const target = values.to ? fromTerminal(values.to) : path.join(ROOT, 'dist/kit')
for (const file of await packKit(target)) console.log(file)
