/** Loaded before a server under test (`--import`): tells what the process has used, when asked over IPC. */
import process from 'node:process'

process.on('message', (message: { readonly type?: unknown }) => {
  if (message.type === 'usage') {
    const { user, system } = process.cpuUsage()
    process.send?.({
      type: 'usage-done',
      cpuMs: (user + system) / 1_000,
      rssBytes: process.memoryUsage.rss(),
    })
  }
  if (message.type === 'heap') {
    // Twice: what the first collection only marks as free to go, the second takes away.
    globalThis.gc?.()
    globalThis.gc?.()
    process.send?.({ type: 'heap-done', bytes: process.memoryUsage().heapUsed })
  }
})
