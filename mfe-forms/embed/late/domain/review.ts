import { late, onlyLate } from '../rest.ts'

/** For first pages without navigation rules: for others the rest is loaded before they are shown. */
export const hasMore = late('hasMore', ({ pages, hasReview }) => pages.length > 1 || hasReview === true)
export const nextPlace = onlyLate('nextPlace')
export const pageOfField = onlyLate('pageOfField')
export const reviewOf = onlyLate('reviewOf')
export const wrongPage = onlyLate('wrongPage')
