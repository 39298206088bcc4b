import { decode, plainText } from '../plain-text.ts'

/** A part of rich text that is checked. */
export type RichTextPart =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string; readonly width?: number }
  /** `href` is null where the sanitiser removed a forbidden URL. */
  | { readonly kind: 'link'; readonly href: string | null; readonly text: string }

const PARTS = /<(h[2-4])\b[^>]*>([^]*?)<\/\1>|<img\b([^>]*)>|<a\b([^>]*)>([^]*?)<\/a>/g
const PARTS_IN_HEADINGS = /<img\b([^>]*)>|<a\b([^>]*)>([^]*?)<\/a>/g

/**
 * Headings, images and links of rich text, in order. It must be sanitised: the sanitiser writes tags in lower case, attributes in
 * double quotes, and no `>` in a value.
 */
export function richTextParts(clean: string): readonly RichTextPart[] {
  return [...clean.matchAll(PARTS)].flatMap(
    ([, heading, inner = '', image, link, text = '']): readonly RichTextPart[] => {
      if (heading === undefined) return imageOrLink(image, link, text)
      return [
        { kind: 'heading', level: Number(heading.slice(1)), text: plainText(inner) },
        ...[...inner.matchAll(PARTS_IN_HEADINGS)].flatMap(([, img, a, words = '']) =>
          imageOrLink(img, a, words),
        ),
      ]
    },
  )
}

function imageOrLink(
  image: string | undefined,
  link: string | undefined,
  inner: string,
): readonly RichTextPart[] {
  if (image !== undefined) return [imageOf(image)]
  if (link === undefined) return []
  const images = [...inner.matchAll(/<img\b([^>]*)>/g)].map(([, attributes = '']) => imageOf(attributes))
  return [{ kind: 'link', href: attributeOf(link, 'href'), text: plainText(inner) }, ...images]
}

function imageOf(attributes: string): RichTextPart {
  const width = Number(attributeOf(attributes, 'width'))
  return {
    kind: 'image',
    src: attributeOf(attributes, 'src') ?? '',
    alt: (attributeOf(attributes, 'alt') ?? '').trim(),
    ...(width > 0 && { width }),
  }
}

function attributeOf(attributes: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? null : decode(value)
}

/** Tags that end a sentence even without a full stop. */
const BLOCK_ENDS = /<\/(?:p|li|h[2-4]|dt|dd|td|th|caption|figcaption|blockquote|div)>|<br\b[^>]*>/g

/** The sentences of sanitised rich text; the end of a block also ends a sentence. */
export const plainSentences = (clean: string): readonly string[] =>
  decode(clean.replace(BLOCK_ENDS, '\n').replace(/<[^>]*>/g, ''))
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
