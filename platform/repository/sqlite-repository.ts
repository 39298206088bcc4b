import { decideAccess } from '../domain/access.ts'
import type { Access, StoredEntry, VersionStatus } from '../domain/content.ts'
import {
  isProse,
  kindsOf,
  linkedPathOf,
  namedTextOf,
  singleKindOf,
  type Model,
  type ProjectModel,
} from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import type { Catalogue } from './catalogue.ts'
import { TEXT_SCAN_LIMIT_MS, withTimeLimit, type Reader } from './connection.ts'
import { find } from './find.ts'
import { createVocabulary } from './fuzzy.ts'
import { asksForCommonWords, isCostly } from './is-costly.ts'
import type { Head, ReadAccess, Repository } from './repository.ts'
import { inScopes, type Scope } from './scopes.ts'
import { createRunner, numbers, raw, sql, values, type Row, type Runner, type Sql } from './sql.ts'

/** A repository over one reading connection, for the model that belongs to the same generation of the content. */
export function createSqliteRepository(reader: Reader, model: Model): Repository {
  const run = createRunner(reader.db)
  const scopes = run.all(raw('SELECT * FROM scope')).map((row) => toScope(row, model))
  const fields = run.all(raw('SELECT field, path, has_long FROM field'))
  const longFields = new Set(fields.filter((row) => row['has_long'] === 1).map((row) => Number(row['field'])))
  const fieldIds = new Map(fields.map((row) => [String(row['path']), Number(row['field'])]))
  const textFields = [...fieldIds]
    .filter(([path]) => !/^sys\.|\.sys\.id$|^(_?searchContent|entryTitle|entryDescription)$/.test(path))
    .map(([, id]) => id)
  const vocabulary = once(() =>
    createVocabulary(
      run.all(raw('SELECT term FROM term')).map((row) => String(row['term'])),
      reader.tick,
    ),
  )
  const isCommon = remember((word: string) => countUpTo(run, word, COMMON) === COMMON)
  const projectOf = (readAccess: ReadAccess): ProjectModel => projectIn(model, readAccess)
  const visible = (readAccess: ReadAccess): readonly Scope[] =>
    visibleScopes(scopes, projectOf(readAccess), readAccess)
  const delivered = (readAccess: ReadAccess): readonly Scope[] =>
    deliveredScopes(scopes, projectOf(readAccess), readAccess)
  const catalogueFor = (project: ProjectModel): Catalogue => ({
    run,
    fieldIds,
    textFields,
    longFields,
    vocabulary,
    isCommon,
    now: Date.now(),
    kindsOf: (type, path) => kindsOf(project, type, path),
    singleKindOf: (type, path) => singleKindOf(project, type, path),
    linkedPathOf: (type, path) => linkedPathOf(project, type, path),
    linkedScopes: [],
    hops: 0,
    isProse: (type, path) => isProse(project, type, path),
    tick: reader.tick,
    shortenLimit: reader.shortenLimit,
    namedTextOf: (type, path) => namedTextOf(project, type, path),
  })

  return {
    find: (query, readAccess, pathStatus) =>
      withTimeLimit(reader, isCostly(query.where), () => {
        if (asksForCommonWords(query.where, isCommon)) reader.shortenLimit(TEXT_SCAN_LIMIT_MS, FEWER_WORDS)
        return find(query, visible(readAccess), catalogueFor(projectOf(readAccess)), pathStatus)
      }),
    load: (wanted, status, readAccess) =>
      withTimeLimit(reader, false, () => {
        const seen = new Set(visible(readAccess).map((scope) => scope.id))
        const rows = [...byLanguage(wanted)].flatMap(([language, ids]) =>
          readVersions(run, ids, language, status),
        )
        return rows
          .filter((row) => seen.has(Number(row['scope'])))
          .map((row) => JSON.parse(String(row['data'])) as StoredEntry)
      }),
    present: (ids, language, status, readAccess) =>
      withTimeLimit(reader, false, () => readPresent(run, ids, { language, status }, delivered(readAccess))),
    heads: (ids, projectId) => readHeads(run, ids, projectId),
  }
}

function projectIn(model: Model, { projectId }: ReadAccess): ProjectModel {
  const project = model.projects.get(projectId.toLowerCase())
  if (project === undefined)
    throw new PlatformError('platform/not-found', `There is no project "${projectId}"`)
  return project
}

/** Restricted entries and undelivered types have scopes of their own, so the search skips what a reader may not see. */
function visibleScopes(
  scopes: readonly Scope[],
  project: ProjectModel,
  readAccess: ReadAccess,
): readonly Scope[] {
  const mayRead = ({ access }: Scope): boolean =>
    readAccess.isAuthor === true ||
    decideAccess(access === null ? null : (JSON.parse(access) as Access), readAccess.visitor) === 'allowed'
  return deliveredScopes(scopes, project, readAccess).filter(mayRead)
}

/** The scopes of a project that delivery holds for a token, whoever the visitor is. */
function deliveredScopes(
  scopes: readonly Scope[],
  { project, contentTypes }: ProjectModel,
  { canReadLatest, isAuthor = false }: ReadAccess,
): readonly Scope[] {
  return scopes.filter(
    (scope) =>
      scope.projectId === project.id &&
      (canReadLatest || (scope.status & 1) !== 0) &&
      (isAuthor || contentTypes.get(scope.contentTypeId.toLowerCase())?.includeInDelivery !== false),
  )
}

function readVersions(
  run: Runner,
  ids: readonly string[],
  language: string,
  status: VersionStatus,
): readonly Row[] {
  const bits = bitsOf(status)
  return chunks(ids).flatMap((some) =>
    run.all(
      sql`SELECT d.scope AS scope, b.data AS data FROM doc d JOIN body b ON b.body = d.body WHERE d.entry_id IN (${values(some)}) AND d.lang = ${language} AND d.st IN (${bits})`,
    ),
  )
}

function readPresent(
  run: Runner,
  ids: readonly string[],
  { language, status }: { readonly language: string; readonly status: VersionStatus },
  scopes: readonly Scope[],
): readonly string[] {
  return chunks(ids)
    .flatMap((some) =>
      run.all(
        sql`SELECT entry_id AS id FROM doc WHERE entry_id IN (${values(some)}) AND lang = ${language} AND st IN (${bitsOf(status)}) AND ${inScopes(scopes, raw('doc'))}`,
      ),
    )
    .map((row) => String(row['id']))
}

const bitsOf = (status: VersionStatus): Sql => numbers(status === 'latest' ? [2, 3] : [1, 3])

function readHeads(run: Runner, ids: readonly string[], projectId: string): readonly Head[] {
  return chunks(ids)
    .flatMap((some) =>
      run.all(sql`SELECT entry_id, ct, uri, project FROM entry WHERE entry_id IN (${values(some)})`),
    )
    .filter((row) => String(row['project']).toLowerCase() === projectId.toLowerCase())
    .map((row) => ({
      id: String(row['entry_id']),
      contentTypeId: String(row['ct']),
      uri: row['uri'] === null ? null : String(row['uri']),
    }))
}

function toScope(row: Row, model: Model): Scope {
  const type = model.projects
    .get(String(row['project']).toLowerCase())
    ?.contentTypes.get(String(row['ct']).toLowerCase())
  return {
    id: Number(row['scope']),
    projectId: String(row['project']),
    contentTypeId: String(row['ct']),
    language: String(row['lang']),
    status: Number(row['st']),
    access: row['access'] === null ? null : String(row['access']),
    dataFormat: String(row['data_format']),
    workflowId: type?.workflowId ?? 'contensisEntryBasic',
    docs: Number(row['docs']),
  }
}

function byLanguage(
  wanted: readonly { readonly id: string; readonly language: string }[],
): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>()
  for (const { id, language } of wanted) {
    const ids = languages.get(language)
    if (ids === undefined) languages.set(language, [id])
    else ids.push(id)
  }
  return languages
}

/** The suggestion for a query that looks up very common words too often. */
const FEWER_WORDS = 'ask for fewer or rarer words, or for them in fewer fields'
/** A word that this many entries have is very common. */
const COMMON = 20_000
const MAX_REMEMBERED = 5000

function countUpTo(run: Runner, word: string, most: number): number {
  const row = run.get(
    sql`SELECT count(*) AS n FROM (SELECT rowid FROM ft_content WHERE ft_content MATCH ${`"${word}"`} LIMIT ${most})`,
  )
  return Number(row?.['n'] ?? 0)
}

function remember(decide: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>()
  return (word) => {
    const found = known.get(word) ?? decide(word)
    if (known.size < MAX_REMEMBERED) known.set(word, found)
    return found
  }
}

function once<T>(make: () => T): () => T {
  const held: { value?: T } = {}
  return () => (held.value ??= make())
}

const CHUNK = 500

function chunks<T>(list: readonly T[]): readonly (readonly T[])[] {
  const parts: T[][] = []
  for (let at = 0; at < list.length; at += CHUNK) parts.push(list.slice(at, at + CHUNK))
  return parts
}
