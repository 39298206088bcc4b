import { rspack, type RspackPluginInstance } from '@rspack/core'

/** The minimizers of a build, for the given browsers. */
export const minimizers = (browsers: string[]): RspackPluginInstance[] => [
  // Five passes, and shorter names on the top level of modules: each file 0.2 to 0.7 % smaller. Only the `length` of functions may change.
  new rspack.SwcJsMinimizerRspackPlugin({
    minimizerOptions: { compress: { passes: 5, toplevel: true, keep_fargs: false, comparisons: false } },
  }),
  // By default it rewrites logical properties for browsers that we do not support, which doubles the style sheets and changes their
  // specificity.
  new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
]
