import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rspack, type RspackPluginInstance } from '@rspack/core'
import { exposedCatalogues } from './languages-of.ts'

const HOT_REMOTE = fileURLToPath(import.meta.resolve('../dev/client/hot-remote.client.ts'))

/** The modules that the web build of a remote exposes: its browser half, and each catalogue of its messages. */
export function browserModules(folder: string, isDev: boolean): Record<string, string> {
  const modules = { './spa': './spa.tsx', ...exposedCatalogues(folder) }
  return isDev
    ? Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, hotName(file)]))
    : modules
}

/**
 * In development each exposed module is replaced by a virtual one that re-exports it and applies its changes without a new document
 * (scripts/dev/client/hot-remote.client.ts).
 */
export function hotModules(folder: string): RspackPluginInstance {
  const files = Object.values(browserModules(folder, false))
  return new rspack.experiments.VirtualModulesPlugin(
    Object.fromEntries(files.map((file) => [hotName(file), hotModule(file)])),
  )
}

const hotName = (file: string): string => file.replace(/(\.tsx?)$/, '.hot$1')

function hotModule(file: string): string {
  const own = JSON.stringify(`./${path.basename(file)}`)
  const name = path.basename(path.dirname(file)) === 'messages' ? 'messages' : 'remote'
  return `import { hot } from ${JSON.stringify(HOT_REMOTE)}
import { ${name} as own } from ${own}
export const ${name} = hot.${name}(own)
import.meta.webpackHot.accept(${own}, () => void hot.${name}(own))
`
}
