import { useMemo } from 'react'
import { trustedHtml } from './trusted-html.ts'

/**
 * Markup written by editors. With Slot the only component that may set HTML: the string must come from `sanitiseHtml`, which
 * entry mappers call on the server, so that no state holds anything else.
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

/** Of HTML that has passed the sanitiser: its tags are well-formed, and these are all its entities. */
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
