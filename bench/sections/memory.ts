import { UNCACHED } from '../freshness.ts'
import { measure } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, megabytes, ms, type SectionResult } from '../report.ts'

const CONNECTIONS = 10
/** How much the heap may grow in ten thousand requests: compiled code and caches still settle, a leak does not stop. */
const FLAT_BYTES = 1_000_000

/** Processor time and live heap of one process over many requests, uncached. */
export async function memory({ site, plan, say }: Bench): Promise<SectionResult> {
  const shell = await site.startShell('memory-10k', { limits: UNCACHED })
  const fire = (amount: number) =>
    measure(shell, site.generator, {
      url: shell.url,
      paths: CONTENT_PAGES,
      connections: CONNECTIONS,
      seconds: 0,
      amount,
    })
  await fire(plan.settleRequests)
  const settled = await shell.heapBytes()
  const before = await shell.usage()
  const { cpuMsPerRequest } = await fire(plan.requests - plan.settleRequests)
  const { rssBytes, fullCollections } = await shell.usage()
  const after = await shell.heapBytes()
  const collections = fullCollections - before.fullCollections
  await shell.stop()
  say(
    `heap ${megabytes(settled)} after ${plan.settleRequests} requests, ${megabytes(after)} after ${plan.requests}`,
  )
  const span = `${plan.settleRequests} to ${plan.requests} requests`
  return {
    rows: [
      info(`CPU per request, ${span}`, ms(cpuMsPerRequest)),
      info(`heap after ${plan.settleRequests} requests`, megabytes(settled)),
      aimed(`heap growth, ${span}`, after - settled, { atMost: FLAT_BYTES }, megabytes),
      info(`full garbage collections, ${span}`, String(collections)),
      info(`resident memory after ${plan.requests} requests`, megabytes(rssBytes)),
    ],
    data: { cpuMsPerRequest, heapBytes: { settled, after }, rssBytes, fullCollections: collections },
  }
}
