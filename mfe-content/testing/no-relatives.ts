import type { MapInput } from '@tessera/shared/contract'

/** Of an entry whose node has none. */
export const noRelatives: MapInput['relatives'] = () =>
  Promise.resolve({ ancestors: [], children: [], siblings: [] })
