/**
 * What an embedded form does not need before it is used: each module that a file of this folder replaces until then, the code that sends
 * the form, and their style sheets.
 */
export * from '../../domain/error-text.ts'
export * from '../../domain/fields/field-kinds.ts'
export * from '../../domain/review.ts'
export * from '../../domain/validate-page.ts'
export * from '../../state/form-steps.ts'
export * from '../../state/recover.ts'
export * from '../../state/upload-steps.ts'
export * from '../../ui/captcha.tsx'
export * from '../../ui/confirmation.tsx'
export * from '../../ui/fields/file-input.tsx'
export * from '../../ui/fields/parts.tsx'
export * from '../../ui/submit-page.ts'
export * from '../../ui/first-focus.ts'
export * from '../../ui/form-effects.tsx'
export * from '../../ui/form-missing.tsx'
export * from '../../ui/page-errors.tsx'
export * from '../../ui/recovery.tsx'
export * from '../../ui/review-page.tsx'
export * from '../../ui/submit-error.tsx'
export * from '../../ui/upload-text.ts'
export { formEpics } from '../form-epics.ts'
export { forwardEvents } from '../forward-events.ts'

/** Style sheets that only these modules use, made by scripts/build/embed-styles.ts. */
declare const EMBED_DEFERRED_STYLES: string
export const styles = EMBED_DEFERRED_STYLES
