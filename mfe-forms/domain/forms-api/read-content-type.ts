import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { JsonObject } from '@tessera/shared/contract'
import { formsError } from '../../errors.ts'
import type { FormDefinition, FormPage } from '../form-definition.ts'
import { distinct, isTrue, localText, objectOf, objectsOf, textOf } from '../read-json.ts'
import { startsNow } from './initial-text.ts'
import { readField } from './read-field.ts'
import { htmlOf } from './read-markdown.ts'

/** What is known about a form of the Forms API besides its content type. */
export interface ContentTypeSource {
  /** In milliseconds since 1970. */
  readonly now: number
  readonly formId: string
  readonly language: string
  readonly sanitise: (html: string) => string
}

/**
 * A form from a content type of the Forms API: its groups are the pages; in survey mode each field is a page. Members of the wrong kind are
 * taken as absent. Source: reference forms 3.1.
 * @throws AppError forms/map-unusable when there is no field
 */
export function readContentType(type: JsonObject, source: ContentTypeSource): FormDefinition {
  const properties = objectOf(type, 'properties')
  const language = textOf(type, 'language') || source.language || DEFAULT_LANGUAGE
  const { now } = source
  const pages = readPages(type, textOf(properties, 'mode') === 'survey', language, now)
  if (pages.every(({ fields }) => fields.length === 0)) throw formsError('forms/map-unusable')
  const reference = objectsOf(type, 'fields').find((field) => textOf(field, 'dataFormat') === 'reference')
  const localizations = objectOf(properties, 'localizations')
  const captcha = objectOf(properties, 'captcha')
  const siteKey = textOf(captcha, 'siteKey')
  const closesAt = closingTime(properties)
  const closed = type['enabled'] === false ? 'disabled' : closesAt <= now ? 'closed' : null
  return {
    provider: 'forms-api',
    formId: source.formId,
    contentVersionId: textOf(objectOf(type, 'version'), 'versionNo') || '0',
    numberOfPages: pages.length,
    title: localText(type, 'name', language),
    pages: pages.map(({ description, ...page }) => ({
      ...page,
      ...(description && { description: source.sanitise(htmlOf(description)) }),
    })),
    submitLabel: localText(localizations, 'submit', language) || null,
    confirmationHtml: null,
    redirectUrl: null,
    hasCaptcha: isTrue(captcha, 'enabled'),
    ...(siteKey && { captchaSiteKey: siteKey }),
    ...(isTrue(properties, 'review') && { hasReview: true }),
    ...(closed && { closedMessage: localText(localizations, `${closed}ReasonMessage`, language) }),
    ...(closesAt > now && { closesAt }),
    ...(objectsOf(type, 'fields').some(startsNow) && { freshUntil: now + FRESH_MS }),
    target: {
      projectId: textOf(type, 'projectId'),
      language,
      ...(reference && { referenceFieldId: textOf(reference, 'id') }),
    },
  }
}

/** How long a form that is filled in with the current time may be kept by caches. */
const FRESH_MS = 60_000

/** When a form closes, in milliseconds since 1970, as the server of the Forms API reads it; NaN for a form that stays open. */
function closingTime(properties: JsonObject): number {
  const text = isTrue(properties, 'autoCloseForm') ? textOf(properties, 'autoCloseDateTime') : ''
  // Times without a zone are UTC.
  return Date.parse(/[T ][\d:.]+$/i.test(text) ? `${text}Z` : text)
}

/** Pages on which there is something to see, be it only their text; hidden fields of others are on the first of them. */
function shownPages(pages: readonly FormPage[]): readonly FormPage[] {
  const isShown = ({ fields, description }: FormPage) =>
    fields.some(({ type }) => type !== 'HiddenField' || description)
  const hidden = pages.filter((page) => !isShown(page)).flatMap(({ fields }) => fields)
  const [first = { fields: [], rules: [] }, ...others] = pages.filter(isShown)
  return [{ ...first, fields: [...first.fields, ...hidden] }, ...others]
}

/** Fields of an unknown group come last, on a page of their own. */
function readPages(type: JsonObject, isSurvey: boolean, language: string, now: number): readonly FormPage[] {
  const found = objectsOf(type, 'fields').flatMap((each) => {
    const field = readField(each, language, now)
    return field ? [{ field, group: textOf(each, 'groupId') }] : []
  })
  const fields = distinct(found, ({ field }) => field.id)
  if (isSurvey) return shownPages(fields.map(({ field }) => ({ fields: [field], rules: [] })))
  const groups = distinct(objectsOf(type, 'groups'), (group) => textOf(group, 'id'))
  const known = new Set(groups.map((group) => textOf(group, 'id')))
  const stray = fields.filter(({ group }) => !known.has(group)).map(({ field }) => field)
  const pages = groups.map((group): FormPage => {
    const title = localText(group, 'name', language)
    const description = localText(group, 'description', language)
    return {
      ...(title && { title }),
      ...(description && { description }),
      fields: fields.filter((each) => each.group === textOf(group, 'id')).map(({ field }) => field),
      rules: [],
    }
  })
  return shownPages([...pages, { fields: stray, rules: [] }])
}
