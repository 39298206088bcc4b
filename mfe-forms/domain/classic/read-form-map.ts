import { DEFAULT_PAGE_COUNT } from '@tessera/shared/config'
import type { JsonObject } from '@tessera/shared/contract'
import { formsError } from '../../errors.ts'
import type { Field, FormDefinition, FormPage, NavigationRule } from '../form-definition.ts'
import { distinct, isTrue, numberOf, objectOf, objectsOf, textOf } from '../read-json.ts'
import { readElement } from './read-element.ts'
import { readOperator } from './rule-operator.ts'

/**
 * A form from the map of the content system. Its texts that may hold markup go through `sanitise`. Members of the wrong
 * kind are taken as absent. Source: specification 3, Form entities.
 * @throws AppError forms/map-unusable when there is no page with a field
 */
export function readFormMap(
  map: JsonObject,
  sanitise: (html: string) => string,
  formId = '',
): FormDefinition {
  const form = objectOf(map, 'form')
  const contentVersionId = textOf(map, 'ContentVersionId')
  const pages = readPages(objectsOf(form, 'page'), contentVersionId, sanitise)
  if (!/^\d+$/.test(contentVersionId) || pages.every((page) => page.fields.length === 0))
    throw formsError('forms/map-unusable')
  const isRedirect = textOf(form, 'confirmationtype') === 'RedirectUrl'
  const confirmation = textOf(form, 'confirmationtext')
  return {
    provider: 'classic',
    formId,
    contentVersionId,
    numberOfPages: numberOf(form, 'pagecount') ?? DEFAULT_PAGE_COUNT,
    title: textOf(form, 'formtitle') || textOf(map, 'FormName'),
    pages,
    submitLabel: textOf(form, 'SubmitButton') || null,
    confirmationHtml: confirmation && !isRedirect ? sanitise(confirmation) : null,
    redirectUrl: isRedirect ? confirmation || null : null,
    hasCaptcha: isTrue(form, 'showcaptcha'),
    ...(isTrue(form, 'review') && { hasReview: true }),
  }
}

interface Placed {
  readonly field: Field
  readonly pageIndex: number
  readonly position: number
}

function readPages(
  pages: readonly JsonObject[],
  versionId: string,
  sanitise: (html: string) => string,
): readonly FormPage[] {
  const found = pages.flatMap((page, pageIndex) =>
    objectsOf(page, 'element').flatMap((element): readonly Placed[] => {
      const field = readElement(element, versionId, sanitise)
      if (!field) return []
      // The element's own page number takes precedence if there is such a page; some maps do not have it.
      const own = numberOf(element, 'pagenumber')
      return [
        {
          field,
          pageIndex: own !== null && own < pages.length ? own : pageIndex,
          position: numberOf(element, 'position') ?? 0,
        },
      ]
    }),
  )
  const placed = distinct(found, ({ field }) => field.id)
  return pages.map((page, pageIndex) => ({
    fields: placed
      .filter((each) => each.pageIndex === pageIndex)
      .toSorted((a, b) => a.position - b.position)
      .map((each) => each.field),
    rules: objectsOf(page, 'rule').flatMap((rule) => readRule(rule, placed, pages.length)),
  }))
}

/** A navigation rule; none if its field, operator or page does not exist. */
function readRule(rule: JsonObject, placed: readonly Placed[], pageCount: number): readonly NavigationRule[] {
  const condition = objectOf(rule, 'rulecondition')
  const originalId = textOf(condition, 'formelementid')
  const field = placed.find((each) => each.field.originalId === originalId)?.field
  const operator = readOperator(textOf(condition, 'operatortype'))
  const successPageIndex = numberOf(rule, 'resultpageid')
  if (!field || !operator || successPageIndex === null || successPageIndex >= pageCount) return []
  const option = field.options?.[numberOf(condition, 'listitemindex') ?? -1]
  // A rule about a checkbox group is about one of its options.
  if (field.type === 'Checkbox' && !option) return []
  return [
    {
      id: field.id,
      operator,
      value: textOf(condition, 'operatorvalue'),
      successPageIndex,
      ...(option ? { subId: option.id } : {}),
    },
  ]
}
