import path from 'node:path'
import { rspack, type RspackPluginInstance } from '@rspack/core'

/** An application of another site, and how it is built. */
interface HostBuild {
  /** The folder of its sources; the result is in `built` inside it. */
  readonly folder: string
  /** Its first script, which gives the built one its name. */
  readonly entry: string
  readonly plugins: readonly RspackPluginInstance[]
  /** Folders of packages that are searched before those of the checkout. */
  readonly modules?: readonly string[]
}

/** Build an application with a bundler of its own. @throws Error with what does not compile */
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
