import { existsSync } from 'node:fs'
import path from 'node:path'
import { rspack, type Configuration, type RspackPluginInstance } from '@rspack/core'
import { ROOT } from '../paths/root.ts'
import type { App } from './apps.ts'
import { EmbedStylesPlugin } from './embed-styles.ts'
import { languagesOf } from './languages-of.ts'

type Entries = Readonly<Record<string, string>>

/**
 * Builds of a remote's entries for pages of other sites: a small script that pages name, and what it loads once the embed is visible.
 * Two builds: with a React of its own, and with the host's.
 */
export const embedBuilds = (web: Configuration, app: App, entries: Entries): readonly Configuration[] => {
  const own = ownBuild(web, app, entries)
  return [own, hostedBuild(own, app)]
}

/**
 * A build of ES modules that share nothing, in a folder of the remote's web build, so that it is released with it. Its file names need no
 * hash: every address contains the version of the release.
 */
function ownBuild(web: Configuration, { name, folder }: App, entries: Entries): Configuration {
  const { trustedTypes: _own, crossOriginLoading: _cross, ...output } = web.output ?? {}
  return {
    ...web,
    name: `${name}:embed`,
    // The web build clears its folder, so this build has to run after it.
    dependencies: [`${name}:web`],
    entry: { ...entries },
    resolve: { ...web.resolve, conditionNames: ['es2015', '...'] },
    output: {
      ...output,
      path: path.join(output.path ?? folder, 'embed'),
      publicPath: 'auto',
      filename: '[name].js',
      // Chunks are named by the importing code: messages by their language, of which the release gate counts one only.
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
      replaceDeferred(folder),
      new rspack.DefinePlugin({ LANGUAGES: JSON.stringify(languagesOf(path.join(folder, 'messages'))) }),
    ],
  }
}

/** Folder of the modules that replace React in the hosted build. */
const HOSTED = path.join(ROOT, 'shared/embed/hosted')

/**
 * A build for a Module Federation host that shares its React: `react.js` takes the host's React, and all other files import it from
 * there. They are in the same folder, so that `react.js` has the same address for all of them.
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
 * In an embed a module in `embed/deferred` of a remote replaces the module of the same path in the remote, whose code is then deferred.
 * Only imports from `embed/deferred` itself get the original module.
 */
function replaceDeferred(folder: string): RspackPluginInstance {
  const deferred = path.join(folder, 'embed/deferred')
  return new rspack.NormalModuleReplacementPlugin(/\.tsx?$/, (asked: Asked) => {
    if (asked.context === deferred) return
    const replacement = path.join(deferred, path.relative(folder, path.resolve(asked.context, asked.request)))
    if (replacement.startsWith(deferred + path.sep) && existsSync(replacement)) asked.request = replacement
  })
}

/** A request for a module. */
interface Asked {
  /** Folder of the importing module. */
  readonly context: string
  request: string
}
