import type { DatabaseSync } from 'node:sqlite'
import type { JsonObject } from '../domain/content.ts'

/** A form that has posts, with their number. */
export type PostedFormCount = {
  readonly form: string
  readonly title: string
  readonly posts: number
  readonly files: number
  readonly first: string
  readonly last: string
}

/** A file of a post. `stored` is its name in the folder of uploads; null for an old file whose bytes are in the database. */
export type PostFile = {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly size: number
  readonly stored: string | null
}

/** A post as the site's operator reads it. */
export type ReadPost = {
  readonly id: number
  readonly form: string
  readonly title: string
  readonly version: string
  readonly language: string
  /** The reference number that the sender was given. */
  readonly reference: string
  readonly received: string
  readonly fields: JsonObject
  /** The labels of the form's fields by their ids, as they were when the post arrived. */
  readonly labels: ReadonlyMap<string, string>
  readonly files: readonly PostFile[]
}

/** Which posts: of one form, received at or after a time. Null for all. */
export type PostFilter = { readonly form: string | null; readonly since: string | null }

/** The forms that have posts, by their names. */
export function countPosts(db: DatabaseSync): readonly PostedFormCount[] {
  const rows = db
    .prepare(
      `SELECT form, count(*) AS posts, min(received) AS first, max(received) AS last,
      (SELECT count(*) FROM upload JOIN form_post own ON own.id = upload.post WHERE own.form = form_post.form) AS files,
      (SELECT title FROM form_version WHERE form_version.form = form_post.form ORDER BY version DESC, language LIMIT 1) AS title
      FROM form_post GROUP BY form ORDER BY form`,
    )
    .all()
  return rows.map((row) => ({
    form: String(row['form']),
    title: String(row['title'] ?? ''),
    posts: Number(row['posts']),
    files: Number(row['files']),
    first: String(row['first']),
    last: String(row['last']),
  }))
}

const POSTS = `SELECT form_post.id AS id, form_post.form AS form, form_post.version AS version, form_post.language AS language,
  reference, received, json, title, labels FROM form_post LEFT JOIN form_version ON form_version.form = form_post.form
  AND form_version.version = form_post.version AND form_version.language = form_post.language`

/** Posts, oldest first, read one by one, so that any number of them fits into memory. */
export function* readPosts(db: DatabaseSync, { form, since }: PostFilter): Generator<ReadPost> {
  const rows = db.prepare(
    `${POSTS} WHERE (:form IS NULL OR form_post.form = :form) AND (:since IS NULL OR received >= :since) ORDER BY form_post.id`,
  )
  for (const row of rows.iterate({ form, since })) yield toPost(db, row)
}

/** A post by its id or its reference number. */
export function readPost(db: DatabaseSync, name: string): ReadPost | null {
  const row = db
    .prepare(`${POSTS} WHERE CAST(form_post.id AS TEXT) = :name OR reference = :name LIMIT 1`)
    .get({ name })
  return row === undefined ? null : toPost(db, row)
}

/** The bytes of a file that is in the database, from before the folder of uploads existed. */
export function readHeldBytes(db: DatabaseSync, file: number): Uint8Array {
  const bytes = db.prepare('SELECT bytes FROM upload WHERE id = ?').get(file)?.['bytes']
  return bytes instanceof Uint8Array ? bytes : new Uint8Array()
}

function toPost(db: DatabaseSync, row: Readonly<Record<string, unknown>>): ReadPost {
  const id = Number(row['id'])
  const labels = JSON.parse(String(row['labels'] ?? '[]')) as readonly (readonly [string, string])[]
  return {
    id,
    form: String(row['form']),
    title: String(row['title'] ?? row['form']),
    version: String(row['version']),
    language: String(row['language']),
    reference: String(row['reference'] ?? id),
    received: String(row['received']),
    fields: JSON.parse(String(row['json'])) as JsonObject,
    labels: new Map(labels),
    files: filesOf(db, id),
  }
}

function filesOf(db: DatabaseSync, post: number): readonly PostFile[] {
  return db
    .prepare(
      'SELECT id, name, type, stored, coalesce(size, length(bytes)) AS size FROM upload WHERE post = ? ORDER BY id',
    )
    .all(post)
    .map((row) => ({
      id: Number(row['id']),
      name: String(row['name']),
      type: String(row['type']),
      size: Number(row['size']),
      stored: row['stored'] === null ? null : String(row['stored']),
    }))
}
