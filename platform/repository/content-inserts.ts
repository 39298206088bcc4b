import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { STAGE } from './bulk-load.ts'
import { TEXT_SLOTS } from './schema.ts'

/** The prepared statements of a content writer. */
export type Inserts = ReturnType<typeof prepareInserts>

/** Prepare the statements; with `bulk` rows of the large ordered tables go to their staging tables. */
export function prepareInserts(db: DatabaseSync, bulk: boolean) {
  const insert = (table: string, columns: string, orIgnore = true): StatementSync =>
    db.prepare(
      `INSERT ${orIgnore ? 'OR IGNORE ' : ''}INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join(',')})`,
    )
  const large = (table: string, columns: string): StatementSync =>
    insert(bulk ? `${STAGE}${table}` : table, columns)
  return {
    entry: insert('entry', 'entry_id,project,ct,uri,access', false),
    scope: insert('scope', 'project,ct,lang,st,access,data_format'),
    count: db.prepare('UPDATE scope SET docs = docs + 1 WHERE scope = ?'),
    lastDoc: db.prepare('SELECT max(doc) AS last FROM doc WHERE doc BETWEEN ? AND ?'),
    doc: insert('doc', 'doc,scope,entry_id,lang,st,title_key,body', false),
    body: insert('body', 'data'),
    field: insert('field', 'path'),
    markLong: db.prepare('UPDATE field SET has_long = 1 WHERE field = ?'),
    text: large('sv', 'scope,field,val,doc'),
    number: large('sn', 'scope,field,val,doc'),
    exists: large('sx', 'scope,field,doc'),
    absent: large('sa', 'scope,field,doc'),
    link: large('link', 'target,field,lang,doc'),
    long: insert('sl', 'scope,field,doc,val'),
    term: insert('term', 'term'),
    place: insert('place', 'doc,scope,field,lat,lon'),
    box: insert('box', 'id,south,north,west,east'),
    passage: insert('passage', 'doc'),
    passageText: insert('ft_field', 'rowid,f,body'),
    slots: new Map(Object.entries(TEXT_SLOTS).map(([path, table]) => [path, insert(table, 'rowid,body')])),
    fileText: db.prepare('SELECT text FROM file WHERE uri = ?'),
    trigrams: insert('tri', 'rowid,body'),
  }
}
