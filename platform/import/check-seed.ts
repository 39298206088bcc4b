import * as v from 'valibot'
import { isObject, type Form, type Json, type SeedEntry, type SeedParts } from '../domain/content.ts'
import { localise } from '../domain/localise.ts'
import { PlatformError } from '../errors.ts'

const text = v.pipe(v.string(), v.minLength(1))
const names = v.record(v.string(), v.string())
const anything = v.record(v.string(), v.unknown())
const optional = <T extends v.GenericSchema>(schema: T) => v.optional(v.nullable(schema))

const localised = v.union([text, names])
const days = v.optional(v.pipe(v.number(), v.minValue(0)))
const count = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)))
const formLimits = { retentionDays: days, maxFileBytes: count, maxFiles: count }
const settings = v.optional(
  v.looseObject({
    ...formLimits,
    notify: v.optional(v.looseObject({ to: v.pipe(v.string(), v.email()), subject: v.optional(localised) })),
    groups: v.optional(v.array(text)),
    confirm: v.optional(v.looseObject({ field: text, subject: localised, text: localised })),
  }),
)
const version = v.looseObject({
  versionNo: text,
  modified: text,
  fields: anything,
  metadata: optional(anything),
})
const field = v.looseObject({ id: text, dataType: text })
const entrySchema = v.looseObject({
  id: text,
  projectId: text,
  contentTypeId: text,
  uri: optional(text),
  fileText: optional(v.string()),
  properties: optional(anything),
  metadata: optional(anything),
  access: optional(v.looseObject({ requireLogin: v.boolean(), groups: v.optional(v.array(text)) })),
  variations: v.record(text, v.looseObject({ published: optional(version), latest: optional(version) })),
})
const partsSchema = v.looseObject({
  environment: v.looseObject({
    alias: text,
    accessToken: v.optional(text),
    accessTokens: v.optional(
      v.array(v.looseObject({ token: text, versionStatus: v.picklist(['published', 'latest']) })),
    ),
    apiKeys: v.optional(v.array(v.looseObject({ clientId: text, clientSecret: text }))),
    forms: v.optional(
      v.looseObject({
        ...formLimits,
        captcha: v.optional(v.looseObject({ verifyUrl: v.pipe(v.string(), v.url()), secret: text })),
      }),
    ),
  }),
  projects: v.pipe(
    v.array(
      v.looseObject({
        id: text,
        name: text,
        primaryLanguage: text,
        supportedLanguages: v.pipe(v.array(text), v.minLength(1)),
      }),
    ),
    v.minLength(1),
  ),
  contentTypes: v.array(
    v.looseObject({
      id: text,
      projectId: text,
      name: names,
      fields: v.array(field),
      entryTitleField: text,
      defaultLanguage: text,
      dataFormat: text,
    }),
  ),
  components: v.array(v.looseObject({ id: text, projectId: text, fields: v.array(field) })),
  taxonomy: v.array(v.looseObject({ key: text, name: names })),
  nodes: v.array(
    v.looseObject({
      id: text,
      projectId: text,
      parentId: optional(text),
      slug: names,
      displayName: names,
      entryId: optional(text),
      childOrder: optional(v.array(text)),
    }),
  ),
  groups: v.array(v.looseObject({ id: text, name: text, childGroupIds: v.optional(v.array(text)) })),
  users: v.array(
    v.looseObject({
      id: text,
      username: text,
      email: text,
      password: v.optional(v.string()),
      passwordHash: v.optional(v.string()),
      groupIds: v.optional(v.array(text)),
    }),
  ),
  forms: v.array(
    v.union([
      v.looseObject({ contentId: text, definition: anything, settings }),
      v.looseObject({
        formTypeId: text,
        projectId: text,
        published: optional(anything),
        latest: optional(anything),
        settings,
      }),
    ]),
  ),
})

/** Check the shape of everything but the entries, and that ids are unique. Throws `platform/seed` with the first error. */
export function checkParts(value: unknown, source: string): SeedParts {
  const result = v.safeParse(partsSchema, value)
  if (!result.success) explain(result.issues[0], source)
  const { meta: _meta, entries: _entries, ...rest } = result.output
  const parts = rest as unknown as SeedParts
  checkReferences(parts, source)
  return parts
}

/** Check the shape of one entry. Throws `platform/seed`. */
export function checkEntry(value: unknown, source: string): SeedEntry {
  const result = v.safeParse(entrySchema, value)
  if (!result.success) explain(result.issues[0], source, `entry ${nameOf(value)}: `)
  return result.output as unknown as SeedEntry
}

function explain(issue: v.BaseIssue<unknown>, source: string, prefix = ''): never {
  fail(source, `${prefix}${v.getDotPath(issue) ?? 'document'}: ${issue.message}`)
}

const nameOf = (value: unknown): string =>
  String((value as { readonly id?: unknown } | null)?.id ?? 'without id')

/** Throws `platform/seed`. */
export function fail(source: string, reason: string): never {
  throw new PlatformError('platform/seed', `seed ${source}: ${reason}`)
}

function checkReferences(seed: SeedParts, source: string): void {
  unique(
    seed.projects.map((project) => project.id),
    'project',
    source,
  )
  unique(
    seed.contentTypes.map((type) => `${type.projectId}/${type.id}`),
    'content type',
    source,
  )
  unique(
    seed.nodes.map((node) => node.id),
    'node',
    source,
  )
  unique(
    seed.users.map((user) => user.username.toLowerCase()),
    'user',
    source,
  )
  unique(
    seed.users.map((user) => user.email.toLowerCase()),
    'e-mail address',
    source,
  )
  const projects = new Set(seed.projects.map((project) => project.id))
  for (const node of seed.nodes)
    if (!projects.has(node.projectId)) fail(source, `node ${node.id}: unknown project "${node.projectId}"`)
  for (const form of seed.forms) checkMailTexts(form, source)
}

/** Without a text for a mail about a post, the post itself could not be stored. */
function checkMailTexts(form: Form, source: string): void {
  const id = 'contentId' in form ? form.contentId : form.formTypeId
  const languages =
    'contentId' in form
      ? []
      : [form.published, form.latest].flatMap((one) => (one ? [String(one['defaultLanguage'] ?? '')] : []))
  const { notify, confirm } = (form.settings ?? {}) as Record<string, unknown>
  for (const [path, of] of [
    ['notify.subject', isObject(notify) ? notify['subject'] : undefined],
    ['confirm.subject', isObject(confirm) ? confirm['subject'] : undefined],
    ['confirm.text', isObject(confirm) ? confirm['text'] : undefined],
  ] as const) {
    if (!isObject(of)) continue
    const at = `form ${id}: settings.${path}`
    if ('contentId' in form)
      fail(source, `${at} has texts by language, but a classic form has one language: write a plain text`)
    const missing = languages.find((one) => typeof localise(of as Json, one, one) !== 'string')
    if (missing !== undefined)
      fail(
        source,
        `${at} has no text in "${missing}", the form's default language, or a key that is no language code`,
      )
  }
}

function unique(ids: readonly string[], what: string, source: string): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) fail(source, `${what} "${id}" occurs twice`)
    seen.add(id)
  }
}
