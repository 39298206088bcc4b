import { useMemo } from 'react'
import { trustedHtml } from './trusted-html.ts'

/**
 * Markup written by editors. Besides Slot the only component that may set HTML. The string must come from `sanitiseHtml`, which
 * entry mappers call on the server, so that the state never contains unsanitised HTML.
 */
export function RichText({
  html,
  className,
}: {
  readonly html: string
  readonly className?: string | undefined
}) {
  const trusted = useMemo(() => trustedHtml(html), [html])
  if (trusted === null) return <div className={className}>{textOf(html)}</div>
  return <div className={className} dangerouslySetInnerHTML={{ __html: trusted }} />
}

/** The text of sanitised HTML, whose tags are well-formed and whose only entities are those of ENTITIES. */
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}
