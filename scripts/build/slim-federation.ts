import { fileURLToPath } from 'node:url'
import { rspack, type RspackPluginInstance } from '@rspack/core'

/** Removes parts of the federation runtime in the shell's bundle that its pages never use: together 2.9 KB (gzip). */
export const slimFederation = (): readonly RspackPluginInstance[] => [
  new rspack.DefinePlugin({
    FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
    FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
    FEDERATION_OPTIMIZE_NO_SHARED: 'false',
    ENV_TARGET: '"web"',
  }),
  new rspack.NormalModuleReplacementPlugin(
    /\/SnapshotHandler\.js$/,
    fileURLToPath(import.meta.resolve('./without-snapshots.mjs')),
  ),
  new rspack.NormalModuleReplacementPlugin(
    /\/utils\/preload\.js$/,
    fileURLToPath(import.meta.resolve('./without-preloads.mjs')),
  ),
]

/**
 * Replaces the plugin's code in a remote's entry by a few lines of our own, without features that no remote uses: 0.9 KB (gzip) less
 * for each remote.
 */
export const slimEntry = (): RspackPluginInstance =>
  new rspack.NormalModuleReplacementPlugin(
    /^@module-federation\/runtime\/rspack\.js!=!data:/,
    fileURLToPath(import.meta.resolve('./remote-entry.mjs')),
  )
