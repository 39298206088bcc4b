export { askData } from './ask-data.ts'
export { createLifecycles } from './create-lifecycles.tsx'
export { SPA_ERRORS } from './errors.ts'
export type { MountProps } from './mount-props.ts'
