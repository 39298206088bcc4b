import { isObject, type ClassicForm, type FormSettings, type JsonObject } from './content.ts'

/** What is needed to read a form's posts later, when the form itself has changed or was removed. */
export type FormDescription = {
  readonly form: string
  readonly version: string
  readonly language: string
  readonly title: string
  /** The ids of the fields with their names, in the order of the form. */
  readonly labels: readonly (readonly [id: string, label: string])[]
}

/** A description with the settings for the form's posts. */
export type PostedForm = FormDescription & { readonly settings: FormSettings }

/** The form map inside the definition of a classic form. */
export const formMapOf = (form: ClassicForm): JsonObject =>
  isObject(form.definition['form']) ? form.definition['form'] : {}

/** All elements of a classic form, in the order of its pages. */
export function elementsOf(form: ClassicForm): readonly JsonObject[] {
  const map = formMapOf(form)
  const pages = Array.isArray(map['page']) ? map['page'] : [map['page']]
  return pages
    .flatMap((page: unknown) => (isObject(page) ? [page['element']].flat() : []))
    .filter((element) => isObject(element))
}

/** Describe a classic form. Its language is empty: it has one, but does not name it. */
export function describeClassicForm(form: ClassicForm): PostedForm {
  const fields = elementsOf(form).filter(
    ({ type }) => !['SectionBreak', 'PageBreak'].includes(String(type ?? '')),
  )
  return {
    form: form.contentId,
    version: String(form.definition['ContentVersionId']),
    language: '',
    title: String(formMapOf(form)['formtitle'] ?? form.definition['FormName'] ?? form.contentId),
    labels: fields.map((field) => [String(field['id']), String(field['label'] ?? '')]),
    settings: form.settings ?? {},
  }
}

/** Describe a form of the Forms API whose texts are already in one language. */
export function describeFormType(
  definition: JsonObject,
  form: string,
  language: string,
  settings: FormSettings,
): PostedForm {
  const version = isObject(definition['version']) ? definition['version']['versionNo'] : ''
  const fields = Array.isArray(definition['fields']) ? definition['fields'].filter(isObject) : []
  return {
    form,
    version: String(version ?? ''),
    language,
    title: String(definition['name'] ?? form),
    labels: fields.map((field) => [String(field['id']), String(field['name'] ?? '')]),
    settings,
  }
}

/**
 * The column of a post's value: the id of its field and, for a part of a field, the part's name. Each choice of a group has a
 * numbered value of its own; all choices share one column. Source: reference forms 1.10.
 */
function columnOf(key: string): string {
  const [, id, part] = /^(?:file_)?ctrl_(\d+)(?:_(?:\d+|([a-z]\w*)))?(?:-|$)/i.exec(key) ?? []
  return id === undefined ? key : part === undefined ? id : `${id} ${part}`
}

/** The heading of a column: the label of its field, then the part. */
export function nameOfColumn(column: string, labels: ReadonlyMap<string, string>): string {
  const [id = '', part] = column.split(' ')
  const label = labels.get(id) || id
  return part === undefined ? label : `${label}: ${part}`
}

/** The values of a post by column; several values of one field are joined into one text. */
export function columnsOf(fields: JsonObject): ReadonlyMap<string, string> {
  const columns = new Map<string, string>()
  for (const [key, value] of Object.entries(fields)) {
    if (key === 'sys') continue
    const column = columnOf(key)
    const text = Array.isArray(value) ? value.map(textOf).join('; ') : textOf(value)
    const before = columns.get(column)
    columns.set(column, before === undefined || before === '' ? text : `${before}; ${text}`)
  }
  return columns
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
