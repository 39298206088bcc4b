export { askData } from './ask-data.ts'
export { createLifecycles } from './create-lifecycles.tsx'
export { showSlot } from './show-slot.tsx'
