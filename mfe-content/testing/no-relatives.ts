import type { MapInput } from '@tessera/shared/contract'

/** Relatives of a node that has none. */
export const noRelatives: MapInput['relatives'] = () =>
  Promise.resolve({ ancestors: [], children: [], siblings: [] })
