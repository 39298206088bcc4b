/** Version of the shared package, as remotes require it (rspack.config.ts). */
export const SHARED_VERSION = '0.1.0'
