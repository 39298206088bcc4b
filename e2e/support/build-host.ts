import path from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'

/** An application of somebody else, and how it is built. */
interface HostBuild {
  /** Where its sources lie; what is built is put into `built` in there. */
  readonly folder: string
  /** Its first script, whose name that of the built one is. */
  readonly entry: string
  readonly plugins: readonly RspackPluginInstance[]
  /** Folders of packages that come before those of the checkout. */
  readonly modules?: readonly string[]
}

/** Build it with a bundler of its own. @throws Error with what does not compile */
export const buildHost = ({ folder, entry, plugins, modules = [] }: HostBuild): Promise<void> =>
  new Promise((resolve, reject) => {
    rspack(
      {
        mode: 'production',
        context: folder,
        entry: { [path.parse(entry).name]: entry },
        target: ['web', 'es2022'],
        resolve: { modules: [...modules, 'node_modules'] },
        output: {
          path: path.join(folder, 'built'),
          filename: '[name].js',
          publicPath: 'auto',
          module: true,
          chunkFormat: 'module',
          chunkLoading: 'import',
        },
        module: {
          rules: [
            {
              test: /\.ts$/,
              loader: 'builtin:swc-loader',
              options: { jsc: { parser: { syntax: 'typescript' } } },
            },
          ],
        },
        plugins: [...plugins],
      },
      (thrown, stats) => {
        if (thrown) reject(thrown)
        else if (stats?.hasErrors()) reject(new Error(stats.toString({ all: false, errors: true })))
        else resolve()
      },
    )
  })
