import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import { attributesOf, elementOf, tokensOf, type EmbedChoice } from './embed-choice.ts'

/** The script of the live release, at a versioned path whose content never changes, with its hash. */
export interface FixedScript {
  /** Path on the site. */
  readonly path: string
  readonly integrity: string
}

/** The input for the code snippets of an embed. */
export interface SnippetInput {
  readonly choice: EmbedChoice
  /** Origin of the site. */
  readonly site: string
  /** Text of the fallback link inside the element. */
  readonly linkText: string
  readonly fixed: FixedScript | null
}

/** Ways to embed, in the order of docs/embedding.md. */
const WAYS = ['tag', 'fixed', 'styles', 'react', 'script', 'parcel'] as const

/** A code snippet to copy into the host page. */
export interface Snippet {
  readonly way: (typeof WAYS)[number]
  readonly code: string
}

/** URL of the page of this site with the same content; unless set, the search page, or the home page for a form. */
export function addressOnSite({ show, page, language }: EmbedChoice, site: string): string {
  const prefix = language === DEFAULT_LANGUAGE ? '' : `/${language}`
  return new URL(page || (show === 'form' ? `${prefix}/` : `${prefix}/search`), site).href
}

/** A snippet for every way to embed; empty while a required setting is missing. */
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
  const attributeText = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escape(value)}"`,
  )
  return `<${name}${attributeText.join('')}>\n  <a href="${escape(addressOnSite(choice, site))}">${escape(linkText)}</a>\n</${name}>`
}

/** A CSS rule with the custom properties; null where none is set. */
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

/** Attributes as options for scripts, without `scheme`, which only the element supports. */
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

/** A JavaScript string literal; the text must not contain line breaks. */
const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
