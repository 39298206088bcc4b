/** Test helpers for remotes, also for those in other repositories; none of them starts a platform. */
export { aFormElement, aFormMap, anEntry, aNode } from './builders.ts'
export { createMemoryClient } from './create-memory-client.ts'
export type { MemoryAnswers } from './create-memory-client.ts'
export { until } from './until.ts'
