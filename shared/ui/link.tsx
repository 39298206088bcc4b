import type { AnchorHTMLAttributes, ReactNode } from 'react'

type LinkProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  | 'id'
  | 'className'
  | 'rel'
  | 'lang'
  | 'hrefLang'
  | 'role'
  | 'aria-checked'
  | 'aria-current'
  | 'aria-label'
  | 'download'
  | 'onClick'
  | 'onKeyDown'
> & {
  readonly href: string
  /** Identifies the link after its page is rendered again, where its URL changes with the page or is not unique. */
  readonly 'data-focus-key'?: string
  readonly children?: ReactNode
}

/** Control characters, which browsers remove from URLs, may be anywhere in the scheme. */
// eslint-disable-next-line no-control-regex -- control characters are what hides a scheme
const SCHEME = /^[\u0000-\u0020]*[a-z][a-z0-9+.\u0000-\u0020-]*:/i
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i

/**
 * A link. The shell handles plain clicks on same-site links without a page load; without JavaScript the browser does.
 * A URL with a scheme that could run code is left out: the text is shown, but is no link.
 */
export function Link({ href, children, ...rest }: LinkProps) {
  const safeHref = safeAddress(href)
  return (
    <a {...rest} {...(safeHref === null ? {} : { href: safeHref })}>
      {children}
    </a>
  )
}

/** The URL if it is relative or has a harmless scheme, else null. */
export const safeAddress = (href: string): string | null =>
  // eslint-disable-next-line no-control-regex
  SCHEME.test(href) && !SAFE_SCHEME.test(href.replace(/[\u0000-\u0020]/g, '')) ? null : href
