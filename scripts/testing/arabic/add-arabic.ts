import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TestCheckout } from '../a-checkout.ts'
import { ARABIC_FORM, blocksOf } from './blocks.ts'
import { ARABIC_PAGES, FORM_WORDS, type ArabicPage } from './pages.ts'
import { SEARCH_WORDS } from './search-words.ts'

const LANGUAGE = 'ar'
const HERE = import.meta.dirname
/** The texts of the configuration of the site's search, and the words of fields that authors choose from a list. */
const TEXTS = ['mfe-search/search.texts.ts', 'shared/config/site-words.ts'] as const

interface Foreign {
  [name: string]: unknown
}
interface Entry extends Foreign {
  readonly key: string
  readonly id: string
  readonly variations: Record<string, { readonly published?: { readonly fields: Foreign } | null }>
}
interface Node extends Foreign {
  readonly key: string
  readonly slug: Record<string, string>
  readonly displayName: Record<string, string>
}

/**
 * Add Arabic to the languages of a checkout, as CONTRIBUTING describes: a catalogue and its lines in the index for each package, then the
 * configuration and the content of the site.
 * @returns the files that were added or changed
 */
export function addArabic(checkout: TestCheckout): readonly string[] {
  return [...addCatalogues(checkout), ...configure(checkout), ...translate(checkout)]
}

/**
 * Make Arabic the first language of a checkout that has it: its paths lose their language prefix, and those of English get one.
 * @returns the new folder of the content, beside the one in which Arabic is the third language
 */
export function putArabicFirst({ root, read, write }: TestCheckout): string {
  const folder = 'platform/content-arabic-first'
  cpSync(path.join(root, 'platform/content'), path.join(root, folder), { recursive: true })
  const content = JSON.parse(read(`${folder}/project.json`)) as { projects: { primaryLanguage: string }[] }
  for (const project of content.projects) project.primaryLanguage = LANGUAGE
  write(`${folder}/project.json`, JSON.stringify(content))
  write('site.config.json', read('site.config.json').replaceAll('"/ar/', '"/'))
  return path.join(root, folder)
}

/** The existing Arabic catalogues, by the folder that they are for. */
export const arabicCatalogues = (): readonly string[] =>
  readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === `${LANGUAGE}.ts`)
    .map((file) => path.dirname(file))
    .toSorted()

function addCatalogues({ read, write }: TestCheckout): readonly string[] {
  return arabicCatalogues().flatMap((folder) => {
    const [catalogue, index] = [`${folder}/${LANGUAGE}.ts`, `${folder}/index.ts`]
    write(catalogue, moved(readFileSync(path.join(HERE, catalogue), 'utf8'), folder))
    write(
      index,
      replaced(
        replaced(
          read(index),
          'import { messages as cy }',
          `import { messages as ${LANGUAGE} } from './${LANGUAGE}.ts'\n$&`,
        ),
        "{ 'en-GB': enGB, cy }",
        `{ 'en-GB': enGB, cy, ${LANGUAGE} }`,
      ),
    )
    return [catalogue, index]
  })
}

/** A catalogue with its imports adjusted to its new folder. */
const moved = (source: string, folder: string): string =>
  source.replace(/'(?:\.\.\/)+((?:shell|mfe-)[^']+)'/g, (_all, file: string) => {
    const place = path.posix.relative(folder, file)
    return `'${place.startsWith('.') ? place : `./${place}`}'`
  })

function configure({ read, write }: TestCheckout): readonly string[] {
  const site = JSON.parse(read('site.config.json')) as {
    siteName: Foreign
    footerLinks: Foreign
    contact: { address: Foreign }
    feeds: { title: Foreign; path: Foreign; page: Foreign }[]
  }
  site.siteName[LANGUAGE] = 'مجلس لاركمور'
  site.contact.address[LANGUAGE] = ['مبنى بلدية لاركمور', 'ساحة مينستر 1', 'LK1 1TH']
  site.footerLinks[LANGUAGE] = [
    { label: 'اتصل بنا', path: '/ar/ittisal' },
    { label: 'الخصوصية', path: '/ar/ittisal/khususiyya' },
  ]
  for (const feed of site.feeds) {
    feed.title[LANGUAGE] = 'أخبار مجلس لاركمور'
    feed.path[LANGUAGE] = '/ar/akhbar/feed.xml'
    feed.page[LANGUAGE] = '/ar/akhbar'
  }
  write('site.config.json', JSON.stringify(site, null, 2))
  for (const file of TEXTS)
    write(
      file,
      read(file).replaceAll(
        /^( +'?)(.+?)('?: \{ )(cy: )/gm,
        (line, start: string, english: string, ...rest) => {
          const arabic = SEARCH_WORDS[english]
          return arabic === undefined
            ? line
            : `${start}${english}${String(rest[0])}${LANGUAGE}: '${arabic}', ${String(rest[1])}`
        },
      ),
    )
  return ['site.config.json', ...TEXTS]
}

function translate(checkout: TestCheckout): readonly string[] {
  const { root, read, write } = checkout
  const pages = new Map(ARABIC_PAGES.map((page) => [page.entry, page]))
  const nodes = new Map(ARABIC_PAGES.map((page) => [page.node, page]))
  const files = readdirSync(path.join(root, 'platform/content'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.startsWith('assets'))
    .map((file) => `platform/content/${file}`)
  const documents = files.map((file) => [file, JSON.parse(read(file)) as Foreign] as const)
  const ids = new Map(listsOf<Entry>(documents, 'entries').map(({ key, id }) => [key, id]))
  const link = linkTo(ids, pages)
  for (const project of listsOf<{ supportedLanguages: string[] }>(documents, 'projects'))
    project.supportedLanguages.push(LANGUAGE)
  for (const type of listsOf<{ supportedLanguages: string[] }>(documents, 'contentTypes'))
    type.supportedLanguages.push(LANGUAGE)
  for (const entry of listsOf<Entry>(documents, 'entries')) {
    const page = pages.get(entry.key)
    if (page) addVariation(entry, page, link)
  }
  for (const node of listsOf<Node>(documents, 'nodes')) {
    const page = nodes.get(node.key)
    if (!page) continue
    node.slug[LANGUAGE] = page.slug
    node.displayName[LANGUAGE] = page.name
  }
  for (const [, { taxonomy }] of documents) if (taxonomy) nameTopics(taxonomy as TaxonomyNode)
  for (const [file, document] of documents) write(file, JSON.stringify(document))
  write(
    'platform/content/forms/arabic.json',
    JSON.stringify(arabicForm(read('platform/content/forms/contact-us.json'))),
  )
  return [...files, 'platform/content/forms/arabic.json']
}

interface TaxonomyNode {
  readonly name: Record<string, string>
  readonly children?: readonly TaxonomyNode[]
}

function nameTopics({ name, children = [] }: TaxonomyNode): void {
  name[LANGUAGE] = SEARCH_WORDS[name['en-GB'] ?? ''] ?? ''
  children.forEach(nameTopics)
}

type Documents = readonly (readonly [file: string, document: Foreign])[]

const listsOf = <T>(documents: Documents, name: string): readonly T[] =>
  documents.flatMap(([, document]) => (document[name] as readonly T[] | undefined) ?? [])

type LinkTo = (entry: string) => unknown

const linkTo =
  (ids: ReadonlyMap<string, string>, pages: ReadonlyMap<string, ArabicPage>): LinkTo =>
  (entry) => ({ sys: { id: ids.get(entry), ...(pages.has(entry) && { language: LANGUAGE }) } })

function addVariation(entry: Entry, page: ArabicPage, link: LinkTo): void {
  const published = entry.variations['en-GB']?.published
  if (!published) throw new Error(`${entry.key} is not published`)
  const { title, summary, fields } = page
  const { related: _related, body: _body, quickLinks, highlights: _highlights, ...others } = published.fields
  entry.variations[LANGUAGE] = {
    published: {
      ...published,
      fields: {
        ...others,
        ...(quickLinks !== undefined && {
          quickLinks: ['contentPage/collection-days', 'contentPage/pay', 'contentPage/bulky-waste'].map(link),
          highlights: [
            'newsArticle/larrow-bridge-night-closures',
            'event/lantern-parade-2026',
            'contentPage/pay',
          ].map(link),
        }),
        title,
        summary,
        ...fields,
        body: blocksOf(page, link),
      },
    },
  }
}

/** The contact form with all texts in Arabic, and with new numbers. */
function arabicForm(source: string): unknown {
  const { forms } = JSON.parse(source, (name, value: unknown) =>
    ['label', 'name', 'formtitle', 'SubmitButton', 'confirmationtext', 'instructionsforuser'].includes(
      name,
    ) && value
      ? translated(value as string)
      : value,
  ) as { readonly forms: readonly { readonly definition: Foreign }[] }
  return {
    forms: forms.map((form) => ({
      ...form,
      key: 'form/ar',
      contentId: ARABIC_FORM,
      definition: { ...form.definition, ContentVersionId: 87 },
    })),
  }
}

function translated(words: string): string {
  const own = FORM_WORDS[words]
  if (own === undefined) throw new Error(`The form says "${words}", which nobody has translated`)
  return own
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`There is no "${from}"`)
  return text.replace(from, to)
}
