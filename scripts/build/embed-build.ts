import { existsSync } from 'node:fs'
import path from 'node:path'
import { rspack, type Configuration, type RspackPluginInstance } from '@rspack/core'
import { ROOT } from '../paths/root.ts'
import type { App } from './apps.ts'
import { EmbedStylesPlugin } from './embed-styles.ts'
import { languagesOf } from './languages-of.ts'

type Entries = Readonly<Record<string, string>>

/** Of a remote that pages of other sites may embed, its entries: the small one that they name, and what it loads once it is seen. Twice: with a React of their own, and with that of the host. */
export const embedBuilds = (web: Configuration, app: App, entries: Entries): readonly Configuration[] => {
  const own = ownBuild(web, app, entries)
  return [own, hostedBuild(own, app)]
}

/**
 * A build of ES modules with nothing shared, in a folder of the web build of its remote, so that it is released with it. Its names need no hash:
 * the version of the release is part of every address.
 */
function ownBuild(web: Configuration, { name, folder }: App, entries: Entries): Configuration {
  const { trustedTypes: _own, crossOriginLoading: _cross, ...output } = web.output ?? {}
  return {
    ...web,
    name: `${name}:embed`,
    // The web build clears its folder: this one's files come after that.
    dependencies: [`${name}:web`],
    entry: { ...entries },
    resolve: { ...web.resolve, conditionNames: ['es2015', '...'] },
    output: {
      ...output,
      path: path.join(output.path ?? folder, 'embed'),
      publicPath: 'auto',
      filename: '[name].js',
      // Named where the code that loads them says how: messages by their language, which the release gate counts once.
      chunkFilename: 'c/[name].[contenthash:10].js',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      library: { type: 'module' },
    },
    module: { ...web.module, parser: { javascript: { importMeta: false, url: false } } },
    optimization: { ...web.optimization, splitChunks: false },
    plugins: [
      new EmbedStylesPlugin(),
      standIns(folder),
      new rspack.DefinePlugin({ LANGUAGES: JSON.stringify(languagesOf(path.join(folder, 'messages'))) }),
    ],
  }
}

/** Source of what stands for React in the build below. */
const HOSTED = path.join(ROOT, 'shared/embed/hosted')

/**
 * The same for a host of Module Federation that shares its React: `react.js` takes that, and all other files import it from there. They lie beside each other, so that it
 * has one address in all of them.
 */
const hostedBuild = (own: Configuration, { name }: App): Configuration => ({
  ...own,
  name: `${name}:hosted`,
  dependencies: [`${name}:embed`],
  entry: { ...(own.entry as Entries), react: path.join(HOSTED, 'react.ts') },
  resolve: { ...own.resolve, alias: { 'react/jsx-runtime$': path.join(HOSTED, 'jsx-runtime.ts') } },
  externalsType: 'module',
  externals: Object.fromEntries(
    ['react', 'react-dom', 'react-dom/client'].map((needed) => [needed, ['./react.js', 'given', needed]]),
  ),
  output: {
    ...own.output,
    path: path.join(own.output?.path ?? '', 'hosted'),
    chunkFilename: '[name].[contenthash:10].js',
  },
})

/**
 * A module below `embed/late` of a remote stands in the embed for the one of the same path in the remote, whose code comes later: all that asks for it but what is loaded
 * later, which names it from that folder itself.
 */
function standIns(folder: string): RspackPluginInstance {
  const late = path.join(folder, 'embed/late')
  return new rspack.NormalModuleReplacementPlugin(/\.tsx?$/, (asked: Asked) => {
    if (asked.context === late) return
    const standIn = path.join(late, path.relative(folder, path.resolve(asked.context, asked.request)))
    if (standIn.startsWith(late + path.sep) && existsSync(standIn)) asked.request = standIn
  })
}

/** A module that another one asks for. */
interface Asked {
  /** Folder of the one that asks. */
  readonly context: string
  request: string
}
