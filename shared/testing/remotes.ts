/** What a remote is tested with wherever its sources lie: nothing here starts a platform. */
export { aFormElement, aFormMap, anEntry, aNode } from './builders.ts'
export { createMemoryClient } from './create-memory-client.ts'
export type { MemoryAnswers } from './create-memory-client.ts'
export { until } from './until.ts'
