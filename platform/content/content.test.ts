import { readFileSync, readdirSync, existsSync } from 'node:fs'
import path from 'node:path'

/** Any JSON that the content files may hold. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Localised = { readonly [language: string]: string }
type Version = { readonly versionNo: string; readonly modified: string; readonly fields: { readonly [id: string]: Json } }
type Variation = { readonly published: Version | null; readonly latest?: Version }
type Entry = {
  readonly id: string
  readonly key: string
  readonly contentTypeId: string
  readonly access?: { readonly groups: readonly string[] }
  readonly uri?: string
  readonly properties?: { readonly fileSize: number; readonly width?: number; readonly height?: number }
  readonly variations: { readonly [language: string]: Variation }
}
type Node = {
  readonly id: string
  readonly key: string
  readonly parentId: string | null
  readonly slug: Localised
  readonly displayName: Localised
  readonly entryId: string | null
  readonly isCanonical: boolean
  readonly includeInMenu: boolean
  readonly childOrder: readonly string[] | null
}
type ContentType = { readonly id: string; readonly dataFormat: string; readonly entryTitleField: string; readonly fields: readonly { readonly id: string }[] }
type Document = {
  readonly contentTypes?: readonly ContentType[]
  readonly entries?: readonly Entry[]
  readonly nodes?: readonly Node[]
  readonly groups?: readonly { readonly id: string }[]
  readonly users?: readonly { readonly id: string; readonly password: string; readonly groupIds: readonly string[] }[]
  readonly forms?: readonly (ClassicForm | FormType)[]
  readonly taxonomy?: Taxon
}
type ClassicForm = { readonly contentId: string; readonly definition: { readonly form: FormMap }; readonly settings?: { readonly confirm?: { readonly field: string } } }
type FormType = { readonly formTypeId: string; readonly settings?: { readonly confirm?: { readonly field: string } }; readonly published: { readonly supportedLanguages: readonly string[]; readonly groups: readonly { readonly id: string }[]; readonly fields: readonly { readonly id: string; readonly groupId: string; readonly name: Localised }[] } }
type Taxon = { readonly key: string; readonly name: Localised; readonly children: readonly Taxon[] }
type FormMap = { readonly pagecount: string; readonly page: readonly { readonly element: readonly { readonly id: string; readonly type: string }[]; readonly rule: readonly { readonly rulecondition: { readonly formelementid: string }; readonly resultpageid: string }[] }[] }

const ROOT = path.join(process.cwd(), 'platform', 'content')
const BLOCKS = ['heading', 'richText', 'image', 'quote', 'linkList', 'entryCard', 'table', 'accordion', 'callToAction', 'form', 'minilist', 'collectionDays', 'councillorFinder']
/** Content types whose entries are shown on pages but are no pages themselves. */
const RECORDS = ['street', 'collectionRound', 'collectionChange', 'alert', 'consentBanner']
const documents = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && !file.startsWith('assets'))
  .map((file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Document)
const entries = documents.flatMap((one) => one.entries ?? [])
const nodes = documents.flatMap((one) => one.nodes ?? [])
const types = documents.flatMap((one) => one.contentTypes ?? [])
const forms = documents.flatMap((one) => one.forms ?? []).filter((one) => 'contentId' in one)
const formTypes = documents.flatMap((one) => one.forms ?? []).filter((one) => 'formTypeId' in one)
const groupIds = new Set(documents.flatMap((one) => one.groups ?? []).map((group) => group.id))
const users = documents.flatMap((one) => one.users ?? [])
const entryById = new Map(entries.map((entry) => [entry.id, entry]))
const nodeById = new Map(nodes.map((node) => [node.id, node]))
const assets = entries.filter((entry) => entry.uri !== undefined)

/** Every published or latest version of every entry, with its language. */
const versions = entries.flatMap((entry) =>
  Object.entries(entry.variations).flatMap(([language, variation]) =>
    [variation.published, variation.latest].flatMap((version) => (version ? [{ entry, language, version }] : [])),
  ),
)

/** All objects inside a value, the value itself included. */
function objectsIn(value: Json): readonly { readonly [key: string]: Json }[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (value === null || typeof value !== 'object') return []
  const object = value as { readonly [key: string]: Json }
  return [object, ...Object.values(object).flatMap(objectsIn)]
}

/** Links in a value: {sys: {id, language?}}. */
function linksIn(value: Json): readonly { readonly id: string; readonly language?: string }[] {
  return objectsIn(value).flatMap((object) => (Object.keys(object).join() === 'sys' ? [object['sys'] as { id: string; language?: string }] : []))
}

const hrefsIn = (value: Json): readonly string[] => [...JSON.stringify(value).matchAll(/href=\\"([^"\\]+)\\"/g)].flatMap((match) => match[1] ?? [])

/** Path of a node in a language; null where the node or a parent is not available in it. */
function pathOf(node: Node, language: string): string | null {
  if (node.parentId === null) return language === 'en-GB' ? '/' : `/${language}`
  const parent = nodeById.get(node.parentId)
  const above = parent ? pathOf(parent, language) : null
  const slug = node.slug[language]
  return above === null || !slug ? null : `${above === '/' ? '' : above}/${slug}`
}

const published = (entry: Entry, language: string): boolean => Boolean(entry.variations[language]?.published)
const countOf = (contentTypeId: string): number => entries.filter((entry) => entry.contentTypeId === contentTypeId).length
const pathsIn = (language: string): readonly string[] => nodes.flatMap((node) => pathOf(node, language) ?? [])

describe('demonstration content: structure', () => {
  test('ids and keys are unique', () => {
    for (const list of [entries, nodes, users]) expect(new Set(list.map((one) => one.id)).size).toBe(list.length)
    expect(new Set(entries.map((entry) => entry.key)).size).toBe(entries.length)
  })
  test('there are as many entries of each type as the site promises', () => {
    const least = { contentPage: 60, newsArticle: 110, event: 45, venue: 16, councillor: 30, planningApplication: 210, document: 24, landingPage: 8, listingPage: 6 }
    for (const [type, count] of Object.entries(least)) expect([type, countOf(type) >= count]).toEqual([type, true])
    expect(entries.length).toBeGreaterThanOrEqual(500)
  })
  test('every entry has only the fields of its content type, and a title', () => {
    const faults = versions.filter(({ entry, version }) => {
      const type = types.find((one) => one.id === entry.contentTypeId)
      const known = new Set(type?.fields.map((field) => field.id))
      return !type || !version.fields[type.entryTitleField] || Object.keys(version.fields).some((id) => !known.has(id))
    })
    expect(faults.map(({ entry }) => entry.key)).toEqual([])
  })
  test('four entries or more have a draft over their published version, and two were never published', () => {
    const all = entries.flatMap((entry) => Object.values(entry.variations))
    expect(all.filter((one) => one.published && one.latest).length).toBeGreaterThanOrEqual(4)
    expect(all.filter((one) => !one.published && one.latest).length).toBeGreaterThanOrEqual(2)
  })
})

describe('demonstration content: links', () => {
  test('every link has a target', () => {
    expect(versions.flatMap(({ entry, version }) => linksIn(version.fields).filter((link) => !entryById.has(link.id)).map(() => entry.key))).toEqual([])
  })
  test('no link is an empty place', () => {
    const empty = versions.filter(({ version }) => objectsIn(version.fields).some((object) => object['linkText'] !== undefined && object['link'] === null))
    expect(empty.map(({ entry }) => entry.key)).toEqual([])
  })
  test('Welsh entries link to Welsh wherever the target has it, and say so', () => {
    const faults = versions
      .filter(({ language }) => language === 'cy')
      .flatMap(({ entry, version }) =>
        linksIn(version.fields).filter((link) => (link.language === 'cy') !== published(entryById.get(link.id) as Entry, 'cy')).map(() => entry.key),
      )
    expect(faults).toEqual([])
  })
  test('links inside rich text lead to pages, in Welsh where there is one', () => {
    const english = new Map(nodes.map((node) => [pathOf(node, 'en-GB'), node]))
    const welsh = new Set(pathsIn('cy'))
    const faults = versions.flatMap(({ entry, language, version }) =>
      hrefsIn(version.fields).filter((href) => {
        if (welsh.has(href)) return false
        const node = english.get(href)
        return !node || (language === 'cy' && pathOf(node, 'cy') !== null)
      }).map((href) => `${entry.key} ${href}`),
    )
    expect(faults).toEqual([])
  })
})

describe('demonstration content: navigation', () => {
  test('nodes have parents, entries and a defined order of existing children', () => {
    for (const node of nodes) {
      if (node.parentId !== null) expect(nodeById.has(node.parentId)).toBe(true)
      expect([node.key, entryById.has(node.entryId ?? '')]).toEqual([node.key, true])
      for (const child of node.childOrder ?? []) expect(nodeById.get(child)?.parentId).toBe(node.id)
    }
    expect(nodes.filter((node) => node.parentId === null)).toHaveLength(1)
  })
  test.each(['en-GB', 'cy'])('paths are unique in %s and written in plain letters', (language) => {
    const paths = pathsIn(language)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.filter((one) => !/^\/[a-zA-Z0-9/-]*$/.test(one))).toEqual([])
  })
  test('a node has a Welsh path exactly when its entry is published in Welsh', () => {
    const faults = nodes.filter((node) => (pathOf(node, 'cy') !== null) !== published(entryById.get(node.entryId ?? '') as Entry, 'cy'))
    expect(faults.map((node) => node.key)).toEqual([])
  })
  test('in Welsh are all pages of the menus, and all venues, documents, images and files', () => {
    const inMenus = nodes.filter((node) => node.includeInMenu).map((node) => entryById.get(node.entryId ?? '') as Entry)
    const named = entries.filter((entry) => ['venue', 'document', 'image', 'fileAsset'].includes(entry.contentTypeId))
    expect([inMenus.length, named.length].map((count) => count >= 90)).toEqual([true, true])
    const english = [...inMenus, ...named].filter((entry) => !published(entry, 'cy')).map((entry) => entry.key)
    expect(english).toEqual([])
  })
  test('a page in Welsh has each block, each row and each item that it has in English', () => {
    const sizeOf = (value: Json | undefined): Json =>
      Array.isArray(value) ? value.map(sizeOf) : value !== null && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([id, one]) => [id, id === 'type' ? one : sizeOf(['phrases', 'prefill'].includes(id) ? Object.keys(one as object) : one)])) : 0
    const bodyOf = (entry: Entry, language: string) => JSON.stringify(sizeOf(entry.variations[language]?.published?.fields['body'])).replaceAll(',"language":0', '')
    const shorter = entries.filter((entry) => published(entry, 'cy') && bodyOf(entry, 'cy') !== bodyOf(entry, 'en-GB'))
    expect(shorter.map((entry) => entry.key)).toEqual([])
  })
  test('twenty news articles or more are in Welsh', () => {
    expect(entries.filter((entry) => entry.contentTypeId === 'newsArticle' && published(entry, 'cy')).length).toBeGreaterThanOrEqual(20)
  })
  test('titles of service pages are in sentence case: but for the first word only names have a capital', () => {
    const NAMES = ['Blue Badge', 'Housing Benefit', 'Larkmoor', 'My Larkmoor', 'Quarry Bank Country Park', 'Larrow Park']
    const titles = entries.filter((entry) => entry.contentTypeId === 'contentPage').map((entry) => String(entry.variations['en-GB']?.published?.fields['title'] ?? ''))
    const rest = titles.map((title) => NAMES.reduce((text, name) => text.replaceAll(name, ''), title).trim().slice(1))
    expect(titles.length).toBeGreaterThan(40)
    expect(rest.filter((text) => /(?<![.:?])\s\p{Lu}\p{Ll}/u.test(text))).toEqual([])
  })
  test('every page entry has one canonical node, three levels deep or more somewhere', () => {
    const pages = entries.filter((entry) => entry.uri === undefined && !['formSettings', 'redirect', 'notFoundPage', 'searchSynonyms', 'searchPin', ...RECORDS].includes(entry.contentTypeId))
    const canonical = nodes.filter((node) => node.isCanonical).map((node) => node.entryId)
    expect(pages.filter((entry) => canonical.filter((id) => id === entry.id).length !== 1).map((entry) => entry.key)).toEqual([])
    expect(Math.max(...pathsIn('en-GB').map((one) => one.split('/').length - 1))).toBeGreaterThanOrEqual(3)
  })
  test('synonyms and chosen results of search say something, and lead to pages', () => {
    const texts = (value: Json | undefined) => (value ?? []) as readonly string[]
    const synonyms = versions.filter(({ entry }) => entry.contentTypeId === 'searchSynonyms')
    expect(synonyms.filter(({ version: { fields } }) => texts(fields['words']).length === 0 || texts(fields['means']).length === 0)).toEqual([])
    const pins = versions.filter(({ entry }) => entry.contentTypeId === 'searchPin')
    const linked = pins.flatMap(({ version }) => version.fields['pages'] as unknown as readonly { sys: { id: string } }[])
    expect(linked.filter(({ sys }) => !nodes.some((node) => node.entryId === sys.id))).toEqual([])
    expect([synonyms.length >= 60, pins.length >= 5]).toEqual([true, true])
  })
  test('menus never offer a page that was never published', () => {
    const dead = nodes.filter((node) => node.includeInMenu && !published(entryById.get(node.entryId ?? '') as Entry, 'en-GB'))
    expect(dead.map((node) => node.key)).toEqual([])
  })
})

describe('demonstration content: composer, forms, people', () => {
  const items = versions.flatMap(({ entry, version }) => ((version.fields['body'] ?? []) as readonly { type: string; value: Json }[]).map((item) => ({ entry, item })))
  test('composer items are exactly {type, value} of a known type, and each type but the look-ups is on three pages or more', () => {
    expect(items.filter(({ item }) => !BLOCKS.includes(item.type) || Object.keys(item).join() !== 'type,value').map(({ entry }) => entry.key)).toEqual([])
    for (const block of BLOCKS.filter((one) => !['collectionDays', 'councillorFinder'].includes(one))) expect([block, new Set(items.filter(({ item }) => item.type === block).map(({ entry }) => entry.id)).size >= 3]).toEqual([block, true])
  })
  test('a telephone number for staff only is on no public page', () => {
    const secret = versions.flatMap(({ version }) => JSON.stringify(version.fields).match(/01632 \d{6}(?=<\/strong>\. (?:Please do not put it on the public|Peidiwch â’i rhoi ar y tudalennau cyhoeddus))/g) ?? [])
    expect(new Set(secret).size).toBe(1)
    const open = [...versions.filter(({ entry }) => entry.access === undefined).map(({ version }) => version.fields), ...forms.map(({ definition }) => definition as unknown as Json)]
    expect(open.filter((one) => JSON.stringify(one).includes(String(secret[0])))).toEqual([])
  })
  test('tables have as many cells in each row as headers', () => {
    const tables = items.filter(({ item }) => item.type === 'table').map(({ item }) => item.value as { headers: readonly string[]; rows: readonly (readonly string[])[] })
    expect(tables.filter((table) => table.rows.length === 0 || table.rows.some((row) => row.length !== table.headers.length))).toEqual([])
  })
  test('no two news articles share a body', () => {
    const bodies = versions.filter(({ entry }) => entry.contentTypeId === 'newsArticle').map(({ version }) => JSON.stringify(version.fields['body']))
    expect(new Set(bodies).size).toBe(bodies.length)
  })
  test('forms on pages exist, and their rules point at an element of the page and at a page', () => {
    const known = new Set([...forms.map((form) => form.contentId), ...formTypes.map((form) => `forms-api ${form.formTypeId}`)])
    const nameOf = ({ formId, provider }: { formId: string; provider?: string }) => (provider === undefined ? formId : `${provider} ${formId}`)
    const shown = new Set(items.filter(({ item }) => item.type === 'form').map(({ item }) => nameOf(item.value as { formId: string })))
    expect([...shown].sort()).toEqual([...known].sort())
    for (const { definition: { form }, settings } of forms) {
      const emails = form.page.flatMap(({ element }) => element.filter(({ type }) => type === 'Email').map(({ id }) => id))
      expect([undefined, ...emails]).toContain(settings?.confirm?.field)
      expect(form.page).toHaveLength(Number(form.pagecount))
      for (const page of form.page) for (const rule of page.rule) {
        expect(page.element.map((element) => element.id)).toContain(rule.rulecondition.formelementid)
        expect(Number(rule.resultpageid)).toBeLessThan(form.page.length)
      }
    }
  })
  test('forms of the Forms API have their groups, and every text in each of their languages', () => {
    expect(formTypes).toHaveLength(1)
    for (const { published, settings } of formTypes) {
      const groups = published.groups.map(({ id }) => id)
      expect(published.fields.filter(({ groupId }) => !groups.includes(groupId))).toEqual([])
      expect(published.fields.map(({ id }) => id)).toContain(settings?.confirm?.field)
      const localised = objectsIn(JSON.parse(JSON.stringify([published, settings])) as Json).filter((one) => 'en-GB' in one)
      expect(localised.length).toBeGreaterThan(40)
      expect(localised.filter((one) => published.supportedLanguages.some((language) => typeof one[language] !== 'string' || one[language] === ''))).toEqual([])
    }
  })
  test('access and users name groups that exist, and passwords are long', () => {
    const named = [...entries.flatMap((entry) => entry.access?.groups ?? []), ...users.flatMap((user) => user.groupIds)]
    expect(named.filter((id) => !groupIds.has(id))).toEqual([])
    expect(users.every((user) => user.password.length >= 12)).toBe(true)
  })
  test('topics are keys of the taxonomy', () => {
    const keysOf = (taxon: Taxon): readonly string[] => [taxon.key, ...taxon.children.flatMap(keysOf)]
    const keys = new Set(documents.flatMap((one) => (one.taxonomy ? keysOf(one.taxonomy) : [])))
    expect(versions.filter(({ version }) => typeof version.fields['topic'] === 'string' && !keys.has(version.fields['topic'] as string)).map(({ entry }) => entry.key)).toEqual([])
  })
})

describe('demonstration content: files', () => {
  /** Width and height that the file itself states. */
  function sizeOf(bytes: Buffer, name: string): readonly [number, number] {
    if (name.endsWith('.webp')) return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(bytes.toString('utf8')) ?? []
    return [Number(width), Number(height)]
  }
  test('every asset has its file, of the recorded size and dimensions', () => {
    for (const asset of assets) {
      const file = path.join(ROOT, 'assets', asset.uri ?? '')
      expect([asset.uri, existsSync(file)]).toEqual([asset.uri, true])
      const bytes = readFileSync(file)
      expect([asset.uri, bytes.length]).toEqual([asset.uri, asset.properties?.fileSize])
      if (asset.contentTypeId === 'image') expect([asset.uri, ...sizeOf(bytes, file)]).toEqual([asset.uri, asset.properties?.width, asset.properties?.height])
      else expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    }
  })
  test('images are small, carry a hash in their name, and every file belongs to an asset', () => {
    const images = assets.filter((asset) => asset.contentTypeId === 'image')
    expect(images.filter((asset) => !/\.x[0-9a-f]{8}\.(svg|webp)$/.test(asset.uri ?? ''))).toEqual([])
    expect(images.filter((asset) => (asset.properties?.fileSize ?? 0) > (asset.uri?.endsWith('svg') ? 8_192 : 40_960))).toEqual([])
    const files = readdirSync(path.join(ROOT, 'assets'), { recursive: true, encoding: 'utf8' }).filter((file) => path.extname(file) !== '')
    expect(files).toHaveLength(assets.length)
  })
})
