import { isObject, type FormSettings, type FormType, type JsonObject, type VersionStatus } from './content.ts'
import { readInstant } from './instant.ts'
import { localise } from './localise.ts'

/** A form of the Forms API as clients get it: one version in one language. `settings` are never sent. */
export type FormVersion = {
  readonly definition: JsonObject
  readonly language: string
  readonly settings: FormSettings
}

/**
 * A version of a form in one of its languages (`default`: the one it was created in). Null when it has no such version,
 * `language` when it has no such language.
 */
export function formVersion(
  form: FormType,
  status: VersionStatus,
  asked: string,
): FormVersion | 'language' | null {
  const kept = status === 'latest' ? (form.latest ?? form.published) : form.published
  if (!kept) return null
  const fallback = String(kept['defaultLanguage'] ?? '')
  const languages = Array.isArray(kept['supportedLanguages'])
    ? kept['supportedLanguages'].map(String)
    : [fallback]
  const language =
    asked.toLowerCase() === 'default'
      ? fallback
      : languages.find((one) => one.toLowerCase() === asked.toLowerCase())
  if (language === undefined) return 'language'
  const texts = localise(kept, language, fallback) as JsonObject
  return {
    definition: { ...texts, id: form.formTypeId, projectId: form.projectId, dataFormat: 'form', language },
    language,
    settings: (localise(form.settings, language, fallback) ?? {}) as FormSettings,
  }
}

/** The properties of a form; none where its author has set none. */
export const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {}

/** A form's own wording of a text; null where it has none. */
export function textOfForm(definition: JsonObject, name: string): string | null {
  const texts = propertiesOf(definition)['localizations']
  const text = isObject(texts) ? texts[name] : null
  return typeof text === 'string' && text !== '' ? text : null
}

/** Why a form takes no posts: it is switched off, or its closing time is over. Null while it takes them. */
export function closedBecause(definition: JsonObject, now: number): 'disabled' | 'closed' | null {
  const { autoCloseForm, autoCloseDateTime } = propertiesOf(definition)
  if (definition['enabled'] === false) return 'disabled'
  const closes = autoCloseForm === true ? readInstant(String(autoCloseDateTime ?? '')) : null
  return closes !== null && closes <= now ? 'closed' : null
}

/** What is shown after a post: the result of the first rule that has no condition or whose condition the answers meet, if any. */
export function confirmationFor(definition: JsonObject, answers: JsonObject): JsonObject | undefined {
  const rules = propertiesOf(definition)['confirmationRules']
  const found = (Array.isArray(rules) ? rules.filter(isObject) : []).find(({ when }) => meets(answers, when))
  return isObject(found?.['return']) ? found['return'] : undefined
}

function meets(answers: JsonObject, when: unknown): boolean {
  if (!isObject(when)) return true
  const wanted = Array.isArray(when['in']) ? when['in'] : [when['equalTo']]
  return [answers[String(when['field'])]].flat().some((value) => wanted.includes(value))
}
