/** Loaded before a server under test (`--import`): reports what the process has used, on request by IPC. */
import { constants, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import process from 'node:process'

let fullCollections = 0
const isFull = (entry: PerformanceEntry & { readonly detail?: { readonly kind?: number } }) =>
  entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
new PerformanceObserver((list) => {
  fullCollections += list.getEntries().filter(isFull).length
}).observe({ entryTypes: ['gc'] })

process.on('message', (message: { readonly type?: unknown }) => {
  if (message.type === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send?.({
      type: 'usage-done',
      cpuMs: (user + system) / 1_000,
      rssBytes: process.memoryUsage.rss(),
      fullCollections,
    })
  }
  if (message.type === 'heap') {
    // Twice: the first collection only marks some objects, the second frees them.
    globalThis.gc?.()
    globalThis.gc?.()
    process.send?.({ type: 'heap-done', bytes: process.memoryUsage().heapUsed })
  }
})
