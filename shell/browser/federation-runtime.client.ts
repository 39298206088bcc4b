import * as runtime from '@module-federation/runtime'
import { CurrentGlobal, helpers } from '@module-federation/runtime/core'

/**
 * Put the federation runtime where remote entries look for it: they are built without one of their own (rspack.config.ts,
 * HOST_RUNTIME). The names and what is read from them belong to the pinned version of @module-federation.
 */
export function provideFederationRuntime(page: object): void {
  Object.assign(page, {
    _FEDERATION_RUNTIME_CORE: { CurrentGlobal, helpers },
    __FEDERATION_RUNTIME: { init: runtime.init, getRemoteEntry: runtime.getRemoteEntry },
    // Read only by remotes that load remotes of their own, which ours never do.
    __FEDERATION_SDK: {},
  })
}
