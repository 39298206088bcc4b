import { deferredOr, deferred } from '../deferred.ts'

/** For first pages without navigation rules: for others the deferred modules are loaded before they are shown. */
export const hasMore = deferredOr('hasMore', ({ pages, hasReview }) => pages.length > 1 || hasReview === true)
export const issuesHere = deferred('issuesHere')
export const goNext = deferred('goNext')
export const isPageValid = deferred('isPageValid')
export const pageOfField = deferred('pageOfField')
export const reviewOf = deferred('reviewOf')
export const invalidPage = deferred('invalidPage')
