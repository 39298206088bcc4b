import sanitize, { type Attributes, type IOptions, type Tag } from 'sanitize-html'

/** Prefix of ids in rich text, against DOM clobbering: no id can shadow a property of the document. Source: reference security 1.6. */
const ID_PREFIX = 'c-'

const BLOCKS = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'hr',
  'figure',
  'figcaption',
  'pre',
  'div',
]
const TABLES = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const INLINE = [
  'a',
  'strong',
  'em',
  'b',
  'i',
  'abbr',
  'cite',
  'code',
  'del',
  'ins',
  'mark',
  'q',
  's',
  'small',
  'span',
  'sub',
  'sup',
  'time',
  'br',
  'img',
]

const OPTIONS: IOptions = {
  allowedTags: [...BLOCKS, ...TABLES, ...INLINE],
  allowedAttributes: {
    '*': ['id', 'lang', 'dir'],
    a: ['href', 'title', 'target', 'rel', 'hreflang'],
    abbr: ['title'],
    col: ['span'],
    colgroup: ['span'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'type', 'reversed'],
    td: ['colspan', 'rowspan', 'headers'],
    th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // The text of these tags is not readable content, so it is removed with the tag.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'title',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  nestingLimit: 60,
  enforceHtmlBoundary: false,
  transformTags: {
    // The only h1 of a page is outside its rich text.
    h1: (_, attributes) => withSafeId('h2', attributes),
    h5: (_, attributes) => withSafeId('h4', attributes),
    h6: (_, attributes) => withSafeId('h4', attributes),
    '*': (name, attributes) => withSafeId(name, attributes),
    a: (_, attributes) => withSafeId('a', safeLink(attributes)),
    img: (_, attributes) => withSafeId('img', { alt: '', ...attributes, loading: 'lazy', decoding: 'async' }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src'],
}

/**
 * Rich text with only text, structure, harmless links and images: by allow-list, on a parser. Only for server code; every string
 * that RichText shows must have passed it. Idempotent.
 */
export const sanitiseHtml = (html: string): string => sanitize(html, OPTIONS)

function withSafeId(tagName: string, attributes: Attributes): Tag {
  const { id, headers, ...rest } = attributes
  return {
    tagName,
    attribs: {
      ...rest,
      ...(id ? { id: prefixed(id) } : {}),
      ...(headers ? { headers: headers.trim().split(/\s+/).map(prefixed).join(' ') } : {}),
    },
  }
}

/** Adapts links within the text to the prefixed ids; links to a new window get `rel="noopener"`. */
function safeLink(attributes: Attributes): Attributes {
  const { target, rel: _dropped, href, ...rest } = attributes
  return {
    ...rest,
    ...(href === undefined
      ? {}
      : { href: href.startsWith('#') && href.length > 1 ? `#${prefixed(href.slice(1))}` : href }),
    ...(target === '_blank' ? { target, rel: 'noopener' } : {}),
  }
}

const prefixed = (id: string): string => (id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id)
