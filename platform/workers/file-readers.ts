import { stat } from 'node:fs/promises'
import { Piscina } from 'piscina'

/** The result of reading a file: its text, or why there is none. */
export type FileText = { readonly text: string } | { readonly error: string }

/** Reads the text inside files in worker threads, each with a time limit. Errors are returned, never thrown. */
export type FileReaders = {
  readonly read: (file: string) => Promise<FileText>
  readonly close: () => Promise<void>
}

/** Larger files are not opened. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024
/** After this time, in milliseconds, a file is given up, and the thread that reads it is ended. */
const LIMIT_MS = 30_000
const MAX_HEAP_MB = 384
/** How many files are read at the same time. */
export const READ_AT_ONCE = 2

/** Start the readers; the first file starts a thread. */
export function startFileReaders(limitMs: number = LIMIT_MS): FileReaders {
  const started: { pool: Piscina | null } = { pool: null }
  const pool = (): Piscina =>
    (started.pool ??= new Piscina({
      filename: new URL('./file-text.worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: READ_AT_ONCE,
      idleTimeout: 1000,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    }))
  return {
    read: async (file) => {
      try {
        if ((await stat(file)).size > MAX_FILE_BYTES) return { error: 'the file is too large' }
        const signal = AbortSignal.timeout(limitMs)
        return { text: (await pool().run(file, { name: 'readText', signal })) as string }
      } catch (error) {
        return { error: reasonOf(error as Error) }
      }
    },
    close: async () => {
      await started.pool?.destroy()
    },
  }
}

function reasonOf({ name, message }: Error): string {
  if (name === 'AbortError') return 'reading took too long'
  return message.split('\n')[0]?.slice(0, 200) ?? 'unknown error'
}
