import type { Entry, Node } from '../content/index.ts'
import type { JsonObject } from '../contract/index.ts'

/** An entry as the delivery API answers it; `fields` are its keys beside `sys`. */
export const anEntry = (
  fields: Readonly<Record<string, unknown>> = {},
  sys: Partial<Entry['sys']> = {},
): Entry => ({
  entryTitle: 'Bins and recycling',
  entryDescription: null,
  title: 'Bins and recycling',
  ...fields,
  sys: {
    id: 'entry-1',
    contentTypeId: 'contentPage',
    language: 'en-GB',
    dataFormat: 'entry',
    uri: '/bins',
    versionStatus: 'published',
    properties: {},
    metadata: {},
    ...sys,
  },
})

/** A node with the members that the delivery API always gives; its children refer to it as their parent. */
export const aNode = (node: Partial<Node> = {}): Node => {
  const id = node.id ?? 'node-1'
  const children = node.children?.map((child) => ({ ...child, parentId: id }))
  return {
    parentId: null,
    path: '/bins',
    slug: 'bins',
    displayName: 'Bins and recycling',
    language: 'en-GB',
    isCanonical: true,
    includeInMenu: true,
    ...node,
    id,
    childCount: children?.length ?? node.childCount ?? 0,
    ...(children ? { children } : {}),
  }
}

/** One element of a classic form; numbers and booleans are texts, as the platform sends them. */
export const aFormElement = (element: JsonObject = {}): JsonObject => ({
  id: 'ctrl_1',
  uniqueid: '1',
  type: 'TextBox',
  label: 'Your name',
  required: 'true',
  pagenumber: '0',
  position: '1',
  ...element,
})

/** A form map with one or more pages. Source: specification 3, Form entities. */
export const aFormMap = (
  pages: readonly (readonly JsonObject[])[] = [[aFormElement()]],
  form: JsonObject = {},
): JsonObject => ({
  ContentVersionId: '1001',
  form: {
    pagecount: String(pages.length),
    page: pages.map((element) => ({ element, rule: [] })),
    confirmationtype: 'ShowText',
    confirmationtext: 'Thank you',
    showcaptcha: 'false',
    SubmitButton: 'Send',
    ...form,
  },
})
