import type {
  FormAction,
  FormFile,
  FormHandler,
  FormOutcome,
  FormRequest,
  FormUpload,
} from '@tessera/shared/contract'
import { controlIdOf } from '../domain/control-id.ts'
import { controlOfError } from '../domain/error-control.ts'
import { errorText } from '../domain/error-text.ts'
import { asText, fileOf, isSameValue } from '../domain/field-value.ts'
import { emptyValues, postedValues } from '../domain/fields/field-kinds.ts'
import { fitValues, renamed, versionOfNames } from '../domain/fit-values.ts'
import { KEY_FIELD } from '../domain/form-options.ts'
import { fieldsOf, type FormDefinition, type FormValues } from '../domain/form-definition.ts'
import { providerOf } from '../domain/form-provider.ts'
import { pathThrough } from '../domain/navigation-rules.ts'
import { FIRST_PAGE, goBack, goChange, goTo, type PageInfo } from '../domain/page-info.ts'
import { isPageValid, issuesHere } from '../domain/review.ts'
import { seenFields } from '../domain/refused-answers.ts'
import { validatePage } from '../domain/validate-page.ts'
import type { FormsMessages } from '../messages/index.ts'
import { answerOf, concludeForm } from './conclude-form.ts'
import { NOT_SENT } from './form-state.ts'
import { freshForm } from './form.slice.ts'
import { forward, toField } from './form-steps.ts'
import { loadDefinition, LONG_DEADLINE_MS } from './load-form.ts'
import { findSiteKey } from './load-site-key.ts'
import {
  readPosted,
  toPosted,
  toShown,
  withoutNumberLengths,
  type FilledForm,
  type PostedState,
} from './posted-form.ts'

/** The rules of a form for the host that receives its posts: those of the browser half, on the same state. Source: docs/decisions/0045. */
export const formHandler: FormHandler<FormsMessages> = {
  receive,
  readAnswer(provider, answer, state) {
    const { isSuccess, formPostId, errors, customPostUrl, issues } = answerOf(provider, answer, state)
    return { isSuccess, formPostId, errors, customPostUrl, ...(issues && { issues }) }
  },
  conclude: concludeForm,
}

async function receive(request: FormRequest<FormsMessages>): Promise<FormOutcome> {
  const { action, fields, messages } = request
  const loaded = await loadDefinition(request.provider, { ...request, deadlineMs: LONG_DEADLINE_MS })
  const definition = request.isWhole ? withoutNumberLengths(loaded) : loaded
  const saved = readPosted(request.state, definition)
  const postedKey = fields.find(([name]) => name === KEY_FIELD)?.[1]
  const form: FilledForm = {
    ...freshForm(definition),
    posted: {},
    ...saved,
    ...(typeof postedKey === 'string' && { postedKey }),
    isSummaryShown: false,
  }
  if (definition.closedMessage !== undefined) return { kind: 'changed', state: toPosted(form) }
  const other = otherVersion(request, definition)
  if (other !== null) return changed(request, form, definition, other)
  const filled = withPost(form, postedBy(request, definition, form), definition)
  if (action === 'previous') return opened({ ...filled, pageInfo: goBack(form.pageInfo) }, definition)
  if (action.startsWith(CHANGE))
    return opened({ ...filled, ...toField(action.slice(CHANGE.length))(filled, definition) }, definition)
  if (request.refusedFiles?.length) return refused(filled, definition, messages, request.refusedFiles)
  if (action === 'next' || isUnseen(request, definition, form.pageInfo)) {
    const next = { ...filled, ...forward(filled, definition) }
    if (next.isSummaryShown) return refused(next, definition, messages)
    if (next.pageInfo !== filled.pageInfo) return opened(next, definition)
  }
  return submitted(filled, definition, fields, request)
}

/** A page that is opened. With problems that the server has found it is refused, and its title says so. */
function opened(form: FilledForm, definition: FormDefinition): FormOutcome {
  const issues = issuesHere(definition, form.values, form.pageInfo, form.submitStatus.issues)
  return { ...(issues.length > 0 ? { kind: 'refused', issues } : { kind: 'page' }), ...toShown(form) }
}

const CHANGE: Extract<FormAction, `${string}:${string}`> = 'change:'

/** Whether the form has a review that was not shown yet; only for a form that is posted page by page. */
const isUnseen = ({ state }: FormRequest<FormsMessages>, { hasReview }: FormDefinition, info: PageInfo) =>
  hasReview === true && state !== undefined && info.review !== 'shown'

/** The version that was filled in, if it is not the current one: from the state, else from the names of a classic form. */
function otherVersion(
  { state, fields }: FormRequest<FormsMessages>,
  { provider, contentVersionId }: FormDefinition,
): string | null {
  const held = (state as Partial<PostedState> | undefined)?.contentVersionId
  const named = provider === 'classic' ? versionOfNames(fields.map(([name]) => name)) : null
  const version = held ?? named
  return version === null || version === contentVersionId ? null : version
}

/** The outcome for a form that has changed: its first page, with those values, held or just posted, that still fit. */
function changed(
  { fields }: FormRequest<FormsMessages>,
  form: FilledForm,
  definition: FormDefinition,
  version: string,
): FormOutcome {
  const to = definition.contentVersionId
  const posted = postedValues(
    definition,
    fields.map(([name, value]) => [renamed(name, version, to), value] as const),
  )
  const values = { ...form.values, ...fitValues(definition, posted, to) }
  const hidden = new Set(fieldsOf(definition).flatMap(({ id, type }) => (type === 'HiddenField' ? [id] : [])))
  // Which fields of the changed form the visitor has emptied is not known, so only hidden ones get their initial values.
  const kept = Object.entries(values).filter(([id]) => !hidden.has(id))
  return {
    kind: 'changed',
    ...toShown({ ...form, posted: Object.fromEntries(kept), recovered: 'changed' }),
  }
}

/**
 * The values of a post: of the page that is filled in, or of the whole form if it is sent at once. Fields that it does not name are empty,
 * but a file that was posted before stays, since no browser fills in a file control again.
 */
function postedBy(
  { action, fields, state }: FormRequest<FormsMessages>,
  definition: FormDefinition,
  { values, pageInfo: { currentPageIndex, review } }: FilledForm,
): FormValues {
  // The review has no fields, so that missing fields are not empty answers.
  if (review === 'shown') return {}
  const isWhole = state === undefined && action === 'submit'
  const ofPost = isWhole ? fieldsOf(definition) : (definition.pages[currentPageIndex]?.fields ?? [])
  const ids = new Set(ofPost.map(({ id }) => id))
  const posted = Object.entries(postedValues(definition, fields)).filter(([id]) => ids.has(id))
  const files = Object.entries(values).filter(([id, value]) => ids.has(id) && fileOf(value))
  return { ...emptyValues(ofPost), ...Object.fromEntries([...files, ...posted]) }
}

/** The form with the values of a post. What the server has refused stays with its field until the answer changes; a refused file was not kept. */
function withPost(form: FilledForm, posted: FormValues, definition: FormDefinition): FilledForm {
  const values = { ...form.values, ...posted }
  const kept = fieldsOf(definition).filter(
    ({ id, type }) => type !== 'Upload' && isSameValue(values[id], form.values[id]),
  )
  const issues = form.submitStatus.issues.filter(({ fieldId }) => kept.some(({ id }) => id === fieldId))
  return { ...form, values, posted: { ...form.posted, ...posted }, submitStatus: { ...NOT_SENT, issues } }
}

/** The outcome for a page with errors, or with a file that was not accepted: the visitor stays there. */
function refused(
  form: FilledForm,
  definition: FormDefinition,
  messages: FormsMessages,
  refusedFiles: FormRequest['refusedFiles'] = [],
): FormOutcome {
  const fields = fieldsOf(definition)
  const errors = validatePage(definition.pages[form.pageInfo.currentPageIndex], form.values)
  const issues = errors.map((error) => ({
    fieldId: error.fieldId,
    controlId: controlOfError(error, definition),
    message: errorText(error, messages),
  }))
  const ofFiles = refusedFiles.flatMap(([name, message]) =>
    fields
      .filter(({ id }) => name === `file_${id}` || name === id)
      .map((field) => ({ fieldId: field.id, controlId: controlIdOf(field), message })),
  )
  const submitStatus = { ...NOT_SENT, issues: [...form.submitStatus.issues, ...ofFiles] }
  const shown = toShown({ ...form, isSummaryShown: true, submitStatus })
  return { kind: 'refused', issues: [...issues, ...ofFiles], ...shown }
}

/** Every page on the visitor's path has to be valid, not only the one that was posted. */
async function submitted(
  form: FilledForm,
  definition: FormDefinition,
  fields: FormRequest['fields'],
  { messages, client }: FormRequest<FormsMessages>,
): Promise<FormOutcome> {
  const { path, hasEnd } = pathThrough(definition, form.values)
  const wrong = path.findIndex((page) => !isPageValid(definition, form.values, page))
  const isReview = form.pageInfo.review === 'shown'
  const at = (index: number): FilledForm => ({
    ...form,
    pageInfo: isReview
      ? goChange(form.pageInfo, path[index] ?? 0)
      : path.slice(1, index + 1).reduce(goTo, FIRST_PAGE),
  })
  if (wrong >= 0) return refused(at(wrong), definition, messages)
  if (!hasEnd) return { kind: 'page', ...toShown(at(path.length - 1)) }
  const captchaToken = readToken(fields)
  const { siteKey, ...without } = await findSiteKey(definition, client)
  // The author's redirect, if the answer names none.
  const submitStatus = { ...NOT_SENT, redirectOnSuccessUrl: definition.redirectUrl }
  // If the post is not accepted, the form is shown where it was sent from.
  const sent = { ...(isReview ? form : at(path.length - 1)), submitStatus }
  return {
    kind: 'accepted',
    post: providerOf(definition).post(definition, form.values, { captchaToken }),
    files: filesOf(definition, form.values),
    uploads: uploadsOf(definition, form.values),
    // Without a site key the page has no captcha to solve.
    needsCaptcha: siteKey !== null,
    ...without,
    ...toShown(sent),
    state: toPosted(sent, seenFields(definition, form.values)),
  }
}

/** The captcha token, as a classic form posts it. */
function readToken(fields: FormRequest['fields']): string | null {
  const text = fields.find(([name]) => name === 'captchaResponse')?.[1]
  try {
    const response = typeof text === 'string' ? (JSON.parse(text) as { readonly Response?: unknown }) : null
    return typeof response?.Response === 'string' ? response.Response : null
  } catch {
    return null // invalid JSON has no token
  }
}

/** The uploads that may follow a post. The files are not fixed: another one may be sent in place of a refused one. */
const uploadsOf = (definition: FormDefinition, values: FormValues): readonly FormUpload[] =>
  fieldsOf(definition)
    .filter((field) => field.type === 'Upload' && asText(field, values[field.id]) !== '')
    .map(({ originalId, allowedFileTypes }) => ({
      elementId: originalId,
      ...(allowedFileTypes && { allowedTypes: allowedFileTypes }),
    }))

const filesOf = (definition: FormDefinition, values: FormValues): readonly FormFile[] =>
  fieldsOf(definition).flatMap(({ id, originalId }) => {
    const file = fileOf(values[id])
    return file?.token === undefined
      ? []
      : [
          {
            file: { ...file, token: file.token },
            elementId: originalId,
            versionId: definition.contentVersionId,
          },
        ]
  })
