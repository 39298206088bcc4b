import type { BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { manifest } from './manifest.ts'
import { DevinfoSlot, slices } from './remote.ts'

/** The browser half of the remote. */
export const remote: BrowserRemote = { manifest, slices, lifecycles: createLifecycles(DevinfoSlot) }
