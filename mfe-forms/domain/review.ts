import type { Field, FormDefinition, FormPage, FormValues } from './form-definition.ts'
import { kindOf } from './fields/field-kinds.ts'
import type { AnswerMessages } from './fields/field-kind.ts'
import { nextPageIndex, pathThrough } from './navigation-rules.ts'
import { goTo, type PageInfo } from './page-info.ts'
import type { PostIssue } from './post-answer.ts'
import { validatePage } from './validate-page.ts'

/** One answer in the review before the form is sent. `lines` is empty if nothing is filled in, and null if the answer is not shown. */
export interface ReviewedAnswer {
  readonly field: Field
  readonly lines: readonly string[] | null
}

/** Answers under one heading: that of their page, or of a section on it. */
export interface ReviewedSection {
  readonly title: string
  readonly answers: readonly ReviewedAnswer[]
}

/** The answers on the visitor's path through the form, in order. Pages that the navigation rules skip are left out. */
export const reviewOf = (
  definition: FormDefinition,
  values: FormValues,
  messages: AnswerMessages,
): readonly ReviewedSection[] =>
  pathThrough(definition, values)
    .path.flatMap((pageIndex) => sectionsOf(definition.pages[pageIndex], values, messages))
    .filter(({ answers }) => answers.length > 0)

function sectionsOf(
  page: FormPage | undefined,
  values: FormValues,
  messages: AnswerMessages,
): readonly ReviewedSection[] {
  const sections: { title: string; answers: ReviewedAnswer[] }[] = [{ title: page?.title ?? '', answers: [] }]
  for (const field of page?.fields ?? []) {
    if (field.type === 'SectionBreak') sections.push({ title: field.label, answers: [] })
    else if (field.type !== 'HiddenField')
      sections.at(-1)?.answers.push({ field, lines: linesOf(field, values, messages) })
  }
  return sections
}

function linesOf(field: Field, values: FormValues, messages: AnswerMessages): ReviewedAnswer['lines'] {
  const lines = kindOf(field).lines(field, values[field.id], messages)
  return field.isSensitive && lines.length > 0 ? null : lines
}

/**
 * The server's problems that are shown where the visitor is. The review names those of all pages on the visitor's path, a page only its own;
 * a problem without a field is shown everywhere.
 */
export function issuesHere(
  definition: FormDefinition,
  values: FormValues,
  { currentPageIndex: page, review }: PageInfo,
  issues: readonly PostIssue[],
): readonly PostIssue[] {
  const pages = review === 'shown' ? pathThrough(definition, values).path : [page]
  return issues.filter(({ fieldId }) => pages.includes(pageOfField(definition, fieldId) ?? page))
}

/** Whether there is more before the form can be sent: another page, or the review. */
export const hasMore = (definition: FormDefinition, values: FormValues, info: PageInfo): boolean =>
  info.review !== 'shown' &&
  (!!definition.hasReview || nextPageIndex(definition, values, info.currentPageIndex) !== null)

/**
 * Where the visitor goes from a valid page: the next page, the review if the form has one, and the same place at the end. After an answer
 * was changed it is the first page on the path that is unseen or invalid, else the review.
 */
export function goNext(definition: FormDefinition, values: FormValues, info: PageInfo): PageInfo {
  if (info.review === 'shown') return info
  if (info.review === 'left') return backToReview(definition, values, info)
  const next = nextPageIndex(definition, values, info.currentPageIndex)
  if (next !== null) return goTo(info, next)
  return definition.hasReview ? { ...info, review: 'shown' } : info
}

function backToReview(definition: FormDefinition, values: FormValues, info: PageInfo): PageInfo {
  const { path, hasEnd } = pathThrough(definition, values)
  const isSeen = (page: number) => page === 0 || page in info.previousPageIndices
  const open = path.findIndex((page) => !isSeen(page) || !isPageValid(definition, values, page))
  const end = open < 0 ? path.length - 1 : open
  const way = path.slice(1, end + 1).map((page, index) => [page, path[index] ?? 0] as const)
  return {
    currentPageIndex: path[end] ?? 0,
    previousPageIndices: { ...info.previousPageIndices, ...Object.fromEntries(way) },
    review: open < 0 && hasEnd ? 'shown' : 'left',
  }
}

/** The first invalid page on the visitor's path; null if the form may be sent. */
export function invalidPage(definition: FormDefinition, values: FormValues): number | null {
  const { path, hasEnd } = pathThrough(definition, values)
  const wrong = path.find((page) => !isPageValid(definition, values, page))
  return wrong ?? (hasEnd ? null : (path.at(-1) ?? 0))
}

/** Whether a page has no errors. */
export const isPageValid = ({ pages }: FormDefinition, values: FormValues, page: number): boolean =>
  validatePage(pages[page], values).length === 0

/** The page of a field; null for a field that the form does not have. */
export function pageOfField({ pages }: FormDefinition, fieldId: string): number | null {
  const page = pages.findIndex(({ fields }) => fields.some(({ id }) => id === fieldId))
  return page < 0 ? null : page
}
