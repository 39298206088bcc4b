import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import { attributesOf, elementOf, tokensOf, type EmbedChoice } from './embed-choice.ts'

/** The script of the release that is live: one that never changes, with its hash. */
export interface FixedScript {
  /** Its path on the site. */
  readonly path: string
  readonly integrity: string
}

/** What is needed to write an embed down. */
export interface SnippetInput {
  readonly choice: EmbedChoice
  /** Origin of the site. */
  readonly site: string
  /** Of the link that stands inside the element. */
  readonly linkText: string
  readonly fixed: FixedScript | null
}

/** Ways to embed, in the order of docs/embedding.md. */
const WAYS = ['tag', 'fixed', 'styles', 'react', 'script', 'parcel'] as const

/** What a host copies. */
export interface Snippet {
  readonly way: (typeof WAYS)[number]
  readonly code: string
}

/** Address of the page of the site that has the same: where it is not said, the search, or the home page of a form. */
export function addressOnSite({ show, page, language }: EmbedChoice, site: string): string {
  const prefix = language === DEFAULT_LANGUAGE ? '' : `/${language}`
  return new URL(page || (show === 'form' ? `${prefix}/` : `${prefix}/search`), site).href
}

/** Every way to embed a choice; none while it cannot show anything. */
export function snippetsOf(input: SnippetInput): readonly Snippet[] {
  const { choice, site, fixed } = input
  const attributes = attributesOf(choice)
  if (!attributes) return []
  const { script } = elementOf(choice)
  const tag = htmlElement(input, attributes)
  const codes: Readonly<Record<Snippet['way'], string | null>> = {
    tag: `<script type="module" src="${site}/embed/${script}.js"></script>\n${tag}`,
    fixed:
      fixed &&
      `<script type="module" src="${site}${fixed.path}"\n  integrity="${fixed.integrity}" crossorigin="anonymous"></script>\n${tag}`,
    styles: styleRule(choice),
    react: reactElement(input, attributes),
    script: mountCall(input, attributes),
    parcel: parcelCall(input, attributes),
  }
  return WAYS.flatMap((way) => {
    const code = codes[way]
    return code === null ? [] : { way, code }
  })
}

type Attributes = Readonly<Record<string, string>>
type Options = Readonly<Record<string, string | true>>

function htmlElement({ choice, site, linkText }: SnippetInput, attributes: Attributes): string {
  const { name } = elementOf(choice)
  const said = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escape(value)}"`,
  )
  return `<${name}${said.join('')}>\n  <a href="${escape(addressOnSite(choice, site))}">${escape(linkText)}</a>\n</${name}>`
}

/** Null where nothing of the looks was chosen. */
function styleRule(choice: EmbedChoice): string | null {
  const lines = Object.entries(tokensOf(choice)).map(([name, value]) => `  ${name}: ${value};\n`)
  return lines.length > 0 ? `${elementOf(choice).name} {\n${lines.join('')}}` : null
}

function reactElement({ choice, site, linkText }: SnippetInput, attributes: Attributes): string {
  const name = choice.show === 'form' ? 'TesseraForm' : 'TesseraSearch'
  const options: Options = { site, ...optionsOf(attributes) }
  const props = Object.entries(options).map(([prop, value]) =>
    value === true ? ` ${prop}` : ` ${prop}={${quote(value)}}`,
  )
  return `import { ${name} } from '@tessera/embed/react'

<${name}${props.join('')}>
  <a href={${quote(addressOnSite(choice, site))}}>{${quote(linkText)}}</a>
</${name}>`
}

function mountCall({ choice, site }: SnippetInput, attributes: Attributes): string {
  const mount = choice.show === 'form' ? 'mountForm' : 'mountSearch'
  return `import { ${mount} } from '@tessera/embed'

const element = document.querySelector('#place')
const mounted = await ${mount}(${quote(site)}, element, { ${written(attributes)} })`
}

function parcelCall({ choice, site }: SnippetInput, attributes: Attributes): string {
  return `import { mountRootParcel } from 'single-spa'
import { parcel } from ${quote(`${site}/embed/${elementOf(choice).script}.js`)}

const domElement = document.querySelector('#place')
mountRootParcel(parcel, { domElement, ${written(attributes)} })`
}

/** Attributes as the options of a script; how it looks is said to the element alone. */
const optionsOf = ({ scheme: _looks, ...attributes }: Attributes): Options =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value === '' || value,
    ]),
  )

const written = (attributes: Attributes): string =>
  Object.entries(optionsOf(attributes))
    .map(([name, value]) => `${name}: ${value === true ? 'true' : quote(value)}`)
    .join(', ')

/** A string of JavaScript; what is quoted has one line. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
