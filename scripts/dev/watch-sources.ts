import { watch } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** Which process runs a file. */
export type ServerName = 'shell' | 'platform'

/** Waiting time after a change, in milliseconds, because editors write a file in several steps. */
const SETTLE_MS = 60
/** Folders of shared that only builds use: the compiler watches them itself. */
const FOLDERS_OF_REMOTES = ['lifecycles', 'ui', 'spa', 'ssr', 'testing']

/** The process that runs a source file, by its path below the root with forward slashes; null for none. */
export function serverOf(file: string): ServerName | null {
  const [root = '', folder = ''] = file.split('/')
  // Editors mark files with unsaved changes by hidden ones.
  if (!/\/[^./][^/]*\.ts$/.test(file) || /\.test\.ts$/.test(file) || file.includes('/testing/')) return null
  if (root === 'platform') return 'platform'
  if (root === 'shell') return folder === 'browser' ? null : 'shell'
  if (root === 'shared') return FOLDERS_OF_REMOTES.includes(folder) ? null : 'shell'
  return null
}

/** Report the processes whose code has changed. The result stops it. */
export function watchSources(onChange: (servers: ReadonlySet<ServerName>) => void): () => void {
  const changed = new Set<ServerName>()
  let timer: NodeJS.Timeout | undefined
  const notify = () => {
    onChange(new Set(changed))
    changed.clear()
  }
  const watchers = (['shell', 'shared', 'platform'] as const).map((folder) =>
    watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => {
      const server = serverOf(path.join(folder, name ?? '').replaceAll(path.sep, '/'))
      if (!server) return
      changed.add(server)
      clearTimeout(timer)
      timer = setTimeout(notify, SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
