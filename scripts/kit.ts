import path from 'node:path'
import { packKit } from './kit/pack-kit.ts'
import { fromTerminal, ROOT } from './paths/root.ts'
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'

const { values } = orExit(() => readArguments({ to: { type: 'string' } }))
const target = values.to ? fromTerminal(values.to) : path.join(ROOT, 'dist/kit')
for (const file of await packKit(target)) console.log(file)
