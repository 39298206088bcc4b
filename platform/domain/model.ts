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

/** Everything but the entries and the users: small, read on every call, so held in memory by each thread. */
export type Model = {
  /** Which import it is of. */
  readonly generation: string
  readonly environment: Environment
  readonly projects: ReadonlyMap<string, ProjectModel>
  readonly groups: readonly Group[]
  readonly forms: readonly ClassicForm[]
  readonly formTypes: readonly FormType[]
  readonly restricted: ReadonlyMap<string, Access>
}

/** One project with its content types, components, nodes and the taxonomy. Ids of content types are found in any case. */
export type ProjectModel = {
  readonly project: Project
  readonly contentTypes: ReadonlyMap<string, ContentType>
  readonly components: ReadonlyMap<string, Component>
  readonly kinds: ReadonlyMap<string, ReadonlyMap<string, Kind>>
  /** By content type: the paths where links stand. */
  readonly links: ReadonlyMap<string, ReadonlySet<string>>
  /** By content type: `entryTitle` or `entryDescription` for the text field that it stands for. */
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

/** A content type by the ids of its project and its own, in any case. */
export const typeIn = (model: Model, projectId: string, typeId: string): ContentType | undefined =>
  model.projects.get(projectId.toLowerCase())?.contentTypes.get(typeId.toLowerCase())

function namedTextsOf(type: ContentType): ReadonlyMap<string, string> {
  const names = namedFields(type).flatMap(([name, field]): [string, string][] =>
    isPlainText(type, field) ? [[field, name]] : [],
  )
  // A field that is both title and description is found under its title.
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

/** `entryTitle` or `entryDescription` where a field of a content type is just that; else null. */
export function namedTextOf(model: ProjectModel, contentTypeId: string, path: string): string | null {
  return model.namedTexts.get(contentTypeId)?.get(path) ?? null
}

/**
 * Whether all text that a content type has under a path is kept as words just as it is: the two texts made for searching,
 * and plain text fields, also under the names of title and description. HTML is not, for its tags are text too.
 */
export function isProse(model: ProjectModel, contentTypeId: string, path: string): boolean {
  if (path === 'searchContent' || path === '_searchContent') return true
  const type = model.contentTypes.get(contentTypeId.toLowerCase())
  if (type === undefined || path.includes('.')) return false
  const id = namedFields(type).find(([name]) => name === path)?.[1] ?? path
  const field = type.fields.find((one) => one.id === id)
  return field === undefined || shapeOf(field) === 'text'
}

/** A path that goes on in a linked entry: the field where the link stands, and the path of the field there. */
export type LinkedPath = { readonly link: string; readonly rest: string }

/** Where a path leaves an entry of a content type; null for the entry's own fields, of which the id of a link is one. */
export function linkedPathOf(model: ProjectModel, contentTypeId: string, path: string): LinkedPath | null {
  const links = model.links.get(contentTypeId)
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const [link, rest] = [path.slice(0, dot), path.slice(dot + 1)]
    if (links?.has(link) === true) return rest === 'sys.id' ? null : { link, rest }
  }
  return null
}

/** What a path can be compared with in one content type. */
export function kindsOf(model: ProjectModel, contentTypeId: string, path: string): readonly Kind[] {
  if (path.startsWith('sys.') || path.includes('.sys.')) return sysKinds(path)
  const kind = model.kinds.get(contentTypeId)?.get(path)
  return kind === undefined ? ['text'] : [kind]
}
