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
  const trusted = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  return <div className={className} dangerouslySetInnerHTML={trusted} />
}
