import { Worker } from 'node:worker_threads'
import { toLine } from '../start/usage-error.ts'
import type { Found } from './check-sources.worker.ts'
import type { Problems } from './problems.ts'

/** Check types and lint after each change of the sources, in a thread of its own, so that neither delays a build. The result stops it. */
export function checkSources(problems: Problems): () => Promise<void> {
  const worker = new Worker(new URL('./check-sources.worker.ts', import.meta.url))
  worker.on('message', ({ source, problems: found }: Found) => {
    problems.set(source, found)
    for (const { file, message } of found) say(`${source}: ${file ?? ''} ${message}`)
  })
  worker.on('error', (error) => say(`Types and lint are no longer checked: ${toLine(error)}`))
  return async () => void (await worker.terminate())
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
