export { SPA_ERRORS, spaError } from './errors.ts'
export { lifecyclesOf } from './lifecycles-of.tsx'
export type { MountProps } from './mount-props.ts'
