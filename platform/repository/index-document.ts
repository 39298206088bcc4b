import type { DatabaseSync } from 'node:sqlite'
import type { StoredEntry } from '../domain/content.ts'
import { indexEntry } from '../domain/index-entry.ts'
import type { DescribeLink } from '../domain/index-field.ts'
import { typeIn, type Model } from '../domain/model.ts'
import { urisOf } from '../domain/node-tree.ts'
import type { ContentWriter } from './content-writer.ts'

/** Gives the title and description of a linked entry, for the index of a document with a version status. */
export type DescribeFor = (status: number) => DescribeLink

/** Write the index rows of a stored document. */
export function indexDocument(
  writer: ContentWriter,
  model: Model,
  describe: DescribeFor,
  document: {
    readonly doc: number
    readonly status: number
    readonly projectId: string
    readonly entry: StoredEntry
  },
): void {
  const { doc, status, projectId, entry } = document
  const project = model.projects.get(projectId.toLowerCase())
  const type = project?.contentTypes.get(entry.contentTypeId.toLowerCase())
  if (project === undefined || type === undefined) return
  const uris = urisOf(project.tree, entry.id, entry.language)
  const fileText = entry.uri === null ? null : writer.fileText(entry.uri)
  writer.addIndex(doc, indexEntry(entry, type, project, uris, describe(status), fileText))
}

const MAX_REMEMBERED = 20_000

type Described = ReturnType<DescribeLink>

/** Describe links from the database. Restricted or undelivered entries must not be found through those that link to them. */
export function createLinkDescriber(db: DatabaseSync, model: Model): DescribeFor {
  const head = db.prepare('SELECT project, ct, access FROM entry WHERE entry_id = ?')
  const texts =
    db.prepare(`SELECT json_extract(body.data, :title) AS title, json_extract(body.data, :description) AS description
    FROM doc JOIN body ON body.body = doc.body WHERE doc.entry_id = :id AND doc.lang = :language AND doc.st IN (1, 3, :draft)
    ORDER BY doc.st = 2 DESC LIMIT 1`)
  const read = (id: string, asked: string | null, draft: number): Described => {
    const row = head.get(id)
    const type = row && typeIn(model, String(row['project']), String(row['ct']))
    // The same language as when links are resolved: the link's own, else the default of the target's content type. Source: protocol 1.8.
    const language = asked ?? type?.defaultLanguage ?? ''
    if (type === undefined || row?.['access'] !== null || type.includeInDelivery === false)
      return { language, texts: [] }
    const found = texts.get({
      id,
      language,
      draft,
      title: pathOf(type.entryTitleField),
      description: pathOf(type.entryDescriptionField ?? ''),
    })
    const list = [found?.['title'], found?.['description']].filter((text) => typeof text === 'string')
    return { language, texts: list }
  }
  const known = new Map<string, Described>()
  return (status) => (id, language) => {
    const draft = status === 2 ? 2 : 3
    const key = `${id} ${language} ${draft}`
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    if (known.size >= MAX_REMEMBERED) known.clear()
    const described = read(id, language, draft)
    known.set(key, described)
    return described
  }
}

const pathOf = (field: string): string => `$.fields."${field.replaceAll('"', '')}"`
