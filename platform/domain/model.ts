import type {
  Access,
  ClassicForm,
  Component,
  ContentType,
  Environment,
  FormType,
  Group,
  Project,
  Seed,
} from './content.ts'
import { isList, isPlainText, linkPaths, shapeOf, typedPaths, sysKinds, type Kind } from './field-kinds.ts'
import { namedFields } from './limit-fields.ts'
import { buildTree, type NodeTree } from './node-tree.ts'
import { buildTaxonomy, type Taxonomy } from './taxonomy.ts'

/** All content but entries and users: small and read on every request, so each thread holds it in memory. */
export type Model = {
  /** Identifies the import that the model was read from. */
  readonly generation: string
  readonly environment: Environment
  readonly projects: ReadonlyMap<string, ProjectModel>
  readonly groups: readonly Group[]
  readonly forms: readonly ClassicForm[]
  readonly formTypes: readonly FormType[]
  readonly restricted: ReadonlyMap<string, Access>
}

/** One project with its content types, components, nodes and the taxonomy. Keys of content types are in lower case. */
export type ProjectModel = {
  readonly project: Project
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
  readonly kinds: ReadonlyMap<string, ReadonlyMap<string, Kind>>
  /** By content type: the paths that can hold links. */
  readonly links: ReadonlyMap<string, ReadonlySet<string>>
  /** By content type: a text field's id, and `entryTitle` or `entryDescription`, which it stands for. */
  readonly namedTexts: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly tree: NodeTree
  readonly taxonomy: Taxonomy
}

export type ModelParts = Omit<Seed, 'entries' | 'users'>

/** Build the model from its parts and the list of restricted entries. */
export function buildModel(
  parts: ModelParts,
  restricted: ReadonlyMap<string, Access>,
  generation: string,
): Model {
  const taxonomy = buildTaxonomy(parts.taxonomy)
  const projects = parts.projects.map((project): [string, ProjectModel] => {
    const here = <T extends { readonly projectId: string }>(list: readonly T[]): T[] =>
      list.filter((item) => item.projectId === project.id)
    const components = new Map(here(parts.components).map((component) => [component.id, component]))
    const contentTypes = here(parts.contentTypes)
    return [
      project.id.toLowerCase(),
      {
        project,
        contentTypes: new Map(contentTypes.map((type) => [type.id.toLowerCase(), type])),
        components,
        kinds: new Map(contentTypes.map((type) => [type.id, typedPaths(type, components)])),
        links: new Map(contentTypes.map((type) => [type.id, linkPaths(type, components)])),
        namedTexts: new Map(contentTypes.map((type) => [type.id, namedTextsOf(type)])),
        tree: buildTree(project, here(parts.nodes)),
        taxonomy,
      },
    ]
  })
  return {
    generation,
    environment: parts.environment,
    projects: new Map(projects),
    groups: parts.groups,
    forms: parts.forms.filter((form) => 'contentId' in form),
    formTypes: parts.forms.filter((form) => 'formTypeId' in form),
    restricted,
  }
}

/** A content type by the ids of its project and its own; case does not count. */
export const typeIn = (model: Model, projectId: string, typeId: string): ContentType | undefined =>
  model.projects.get(projectId.toLowerCase())?.contentTypes.get(typeId.toLowerCase())

function namedTextsOf(type: ContentType): ReadonlyMap<string, string> {
  const names = namedFields(type).flatMap(([name, field]): [string, string][] =>
    isPlainText(type, field) ? [[field, name]] : [],
  )
  // A field that is both title and description counts as the title.
  return new Map(names.reverse())
}

/** The kind of a field that has one value at most in an entry of a content type; null for every other field. */
export function singleKindOf(model: ProjectModel, contentTypeId: string, path: string): Kind | null {
  if (/^sys\.(isPublished|slug|version\.\w+)$/.test(path)) return sysKinds(path)[0] ?? null
  const field = model.contentTypes.get(contentTypeId.toLowerCase())?.fields.find((one) => one.id === path)
  const isPlain = field !== undefined && ['text', 'number', 'date', 'boolean'].includes(shapeOf(field))
  if (!isPlain || isList(field)) return null
  return model.kinds.get(contentTypeId)?.get(path) ?? 'text'
}

/** `entryTitle` or `entryDescription` when the path is the content type's field for it; else null. */
export function namedTextOf(model: ProjectModel, contentTypeId: string, path: string): string | null {
  return model.namedTexts.get(contentTypeId)?.get(path) ?? null
}

/**
 * Whether a content type's text under a path is indexed word for word: the two texts made for searching, and plain text
 * fields, also under the names of title and description. HTML is not, because its tags are part of the value.
 */
export function isProse(model: ProjectModel, contentTypeId: string, path: string): boolean {
  if (path === 'searchContent' || path === '_searchContent') return true
  const type = model.contentTypes.get(contentTypeId.toLowerCase())
  if (type === undefined || path.includes('.')) return false
  const id = namedFields(type).find(([name]) => name === path)?.[1] ?? path
  const field = type.fields.find((one) => one.id === id)
  return field === undefined || shapeOf(field) === 'text'
}

/** A path that leads into a linked entry: the field with the link, and the path in the linked entry. */
export type LinkedPath = { readonly link: string; readonly rest: string }

/** Where a path leads from an entry into a linked one; null for the entry's own fields, which include a link's `sys.id`. */
export function linkedPathOf(model: ProjectModel, contentTypeId: string, path: string): LinkedPath | null {
  // The path is not taken apart: a hostile one may have hundreds of parts, and a query a thousand of them.
  const links = [...(model.links.get(contentTypeId) ?? [])]
  const link = links.find((one) => path.startsWith(`${one}.`))
  if (link === undefined) return null
  const rest = path.slice(link.length + 1)
  return rest === 'sys.id' ? null : { link, rest }
}

/** The types of values that a path can be compared with in one content type. */
export function kindsOf(model: ProjectModel, contentTypeId: string, path: string): readonly Kind[] {
  if (path.startsWith('sys.') || path.includes('.sys.')) return sysKinds(path)
  const kind = model.kinds.get(contentTypeId)?.get(path)
  return kind === undefined ? ['text'] : [kind]
}
