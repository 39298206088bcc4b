import { checkFields } from '../domain/check-fields.ts'
import type { ContentType, SeedEntry } from '../domain/content.ts'
import { editEntry, type Author, type Change } from '../domain/edit-entry.ts'
import { typeIn, type Model, type ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import type { ContentStore } from '../repository/content-store.ts'
import { everyKey, surrogateKeys } from '../surrogate-keys.ts'

/** A change to make in a project. `webhooks` are the addresses to notify. */
export type ChangeTask = {
  readonly projectId: string
  readonly change: Change
  readonly author: Author
  readonly webhooks: readonly string[]
}
/** The entry after a change (null: removed), and the surrogate keys that caches must drop. */
export type ChangeResult = { readonly entry: SeedEntry | null; readonly surrogateKeys: readonly string[] }

/** Up to this many entries that link to a changed one, their surrogate keys are listed; with more, the key of every answer is used. */
const MAX_LINKING = 2000

/** Change an entry, and store the message for webhooks. */
export function makeChange(store: ContentStore, task: ChangeTask): ChangeResult {
  const { change, author } = task
  const { model } = store
  const project = model.projects.get(task.projectId.toLowerCase())
  if (project === undefined)
    throw new PlatformError('platform/not-found', `There is no project "${task.projectId}"`)
  const before = store.read(change.id)
  const after = editEntry(before, project.project.id, change, author)
  const type = typeIn(model, project.project.id, (after ?? before)?.contentTypeId ?? '')
  if (type === undefined)
    throw new PlatformError('platform/unprocessable', 'There is no such content type', [
      { field: 'sys.contentTypeId', message: 'There is no such content type' },
    ])
  refuseFaults(type, after, change)
  if (after === null) store.remove(change.id)
  else store.put(after)
  const keys = touchedKeys(model, project, type, change.id, store.linking(change.id, MAX_LINKING + 1))
  announce(store, task, type, after, keys)
  return { entry: after, surrogateKeys: keys }
}

function refuseFaults(type: ContentType, after: SeedEntry | null, change: Change): void {
  if (after === null || change.kind === 'delete' || change.kind === 'unpublish') return
  const variation = after.variations[change.language]
  const version = variation?.latest ?? variation?.published
  const errors = version ? checkFields(type, version.fields, change.kind === 'publish') : []
  const [first] = errors
  if (first !== undefined)
    throw new PlatformError('platform/unprocessable', `${first.field}: ${first.message}`, errors)
}

function touchedKeys(
  { environment }: Model,
  { project, tree }: ProjectModel,
  type: ContentType,
  id: string,
  linking: ReturnType<ContentStore['linking']>,
): readonly string[] {
  const isMany = linking.length > MAX_LINKING
  const keys = surrogateKeys(environment.alias, project.id, {
    // Answers with an entry that links to this one change too: the link may be resolved now, or no longer.
    entries: [id, ...(isMany ? [] : linking.map((one) => one.id))],
    // Parent nodes count their visible children.
    nodes: (tree.byEntry.get(id) ?? []).flatMap((node) => [
      node.id,
      ...(node.parentId ? [node.parentId] : []),
    ]),
    // Searches too: what they find of entries that link to this one depends on its title and fields.
    contentTypes: new Set([type.id, ...linking.map((one) => one.contentTypeId)]),
  })
  return isMany ? [everyKey(environment.alias), ...keys] : keys
}

const EVENTS: Readonly<Record<Change['kind'], string>> = {
  create: 'entry.created',
  update: 'entry.updated',
  publish: 'entry.published',
  unpublish: 'entry.unpublished',
  delete: 'entry.deleted',
}

function announce(
  store: ContentStore,
  { change, author, webhooks, projectId }: ChangeTask,
  type: ContentType,
  after: SeedEntry | null,
  keys: readonly string[],
): void {
  const languages = change.kind === 'delete' ? change.languages : [change.language]
  const content = {
    event: EVENTS[change.kind],
    occurred: author.now,
    projectId,
    entry: {
      id: change.id,
      contentTypeId: type.id,
      languages,
      exists: after !== null,
      isPublished: Object.values(after?.variations ?? {}).some((variation) => Boolean(variation.published)),
    },
    surrogateKeys: keys,
  }
  store.announce({ kind: 'webhook', created: author.now, content, urls: webhooks })
}
