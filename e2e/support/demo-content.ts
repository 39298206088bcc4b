import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { demonstrationAccess, platformUrl, ROOT } from './environment.ts'

interface Version {
  readonly fields: Readonly<Record<string, unknown>>
}

interface DemoEntry {
  readonly id: string
  readonly access?: { readonly requireLogin?: boolean; readonly groups?: readonly string[] }
  readonly variations: Readonly<
    Record<string, { readonly published?: Version | null; readonly latest?: Version | null }>
  >
}

/** A protected entry, and sentences that occur in no other entry. */
export interface ProtectedEntry {
  readonly id: string
  /** Group ids; empty when every signed-in visitor may read it. */
  readonly groups: readonly string[]
  readonly sentences: readonly string[]
}

const ENTRIES = path.join(ROOT, 'platform/content/entries')

const demoEntries = (): readonly DemoEntry[] =>
  readdirSync(ENTRIES).flatMap((file) => {
    const content = JSON.parse(readFileSync(path.join(ENTRIES, file), 'utf8')) as
      DemoEntry[] | { readonly entries: DemoEntry[] }
    return Array.isArray(content) ? content : content.entries
  })

/** The published English fields of an entry of the demonstration content. */
export function publishedFields(id: string): Readonly<Record<string, unknown>> {
  const fields = demoEntries().find((entry) => entry.id === id)?.variations['en-GB']?.published?.fields
  if (!fields) throw new Error(`The demonstration content has no entry ${id}`)
  return fields
}

/** Every protected entry of the demonstration content. */
export function protectedEntries(): readonly ProtectedEntry[] {
  const entries = demoEntries()
  const open = entries
    .filter(({ access }) => !access)
    .map((entry) => JSON.stringify(entry))
    .join()
  return entries
    .filter(({ access }) => access !== undefined)
    .map(({ id, access, variations }) => ({
      id,
      groups: access?.groups ?? [],
      sentences: Object.values(variations)
        .flatMap(({ published }) => sentencesOf(published?.fields['body']))
        .filter((sentence) => !open.includes(sentence)),
    }))
}

/** Sentences of drafts that no published version has. */
export function draftSentences(): readonly string[] {
  const entries = demoEntries()
  const published = JSON.stringify(
    entries.flatMap(({ variations }) => Object.values(variations).map((variation) => variation.published)),
  )
  return entries
    .flatMap(({ variations }) =>
      Object.values(variations).flatMap(({ latest }) => sentencesOf(latest?.fields)),
    )
    .filter((sentence) => !published.includes(sentence))
}

/** Runs of plain words, long enough to be unique, that look the same in HTML and in JSON. */
const sentencesOf = (value: unknown): readonly string[] =>
  textsOf(value).flatMap((text) => text.match(/[A-Za-z0-9][A-Za-z0-9 ,.]{22,}[a-z]/g) ?? [])

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

interface DemoNode {
  readonly path: string
  readonly children?: readonly DemoNode[]
}

/** The paths of all nodes of the demonstration site, in both languages. */
export async function contentPaths(): Promise<readonly string[]> {
  const { projectId, accessToken } = demonstrationAccess()
  const trees = ['en-GB', 'cy'].map(async (language) => {
    const url = `${platformUrl()}/api/delivery/projects/${projectId}/nodes/root?depth=20&language=${language}`
    return (await (await fetch(url, { headers: { accesstoken: accessToken } })).json()) as DemoNode
  })
  const pathsOf = ({ path: own, children = [] }: DemoNode): readonly string[] => [
    own,
    ...children.flatMap(pathsOf),
  ]
  return [...new Set((await Promise.all(trees)).flatMap(pathsOf))]
}
