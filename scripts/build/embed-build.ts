import path from 'node:path'
import { rspack, type Configuration } from '@rspack/core'
import { EmbedStylesPlugin } from './embed-styles.ts'
import { languagesOf } from './languages-of.ts'

/** Of each remote that pages of other sites may embed, its entries: the small one that they name, and what it loads once it is seen. */
export const EMBEDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mfe-forms': { forms: './mfe-forms/embed/forms.ts', form: './mfe-forms/embed/form.ts' },
  'mfe-search': {
    search: './mfe-search/embed/search.ts',
    box: './mfe-search/embed/box.ts',
    results: './mfe-search/embed/results.tsx',
  },
}

/**
 * A build of ES modules with nothing shared, in a folder of the web build of its remote, so that it is released with it. Its names need no hash:
 * the version of the release is part of every address.
 */
export function embedBuild(web: Configuration, app: string, root: string): Configuration {
  const { trustedTypes: _own, crossOriginLoading: _cross, ...output } = web.output ?? {}
  return {
    ...web,
    name: `${app}:embed`,
    // The web build clears its folder: this one's files come after that.
    dependencies: [`${app}:web`],
    entry: { ...EMBEDS[app] },
    resolve: { ...web.resolve, conditionNames: ['es2015', '...'] },
    output: {
      ...output,
      path: path.join(output.path ?? root, 'embed'),
      publicPath: 'auto',
      filename: '[name].js',
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      library: { type: 'module' },
    },
    module: { ...web.module, parser: { javascript: { importMeta: false, url: false } } },
    optimization: { ...web.optimization, splitChunks: false },
    plugins: [
      new EmbedStylesPlugin(),
      new rspack.DefinePlugin({ LANGUAGES: JSON.stringify(languagesOf(path.join(root, app, 'messages'))) }),
    ],
  }
}
