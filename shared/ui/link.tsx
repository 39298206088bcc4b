import type { AnchorHTMLAttributes, ReactNode } from 'react'

type LinkProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'id' | 'className' | 'rel' | 'lang' | 'hrefLang' | 'aria-current' | 'aria-label' | 'download'
> & {
  readonly href: string
  /** What the control is known by when its page is made anew, where its address changes with the page or is another's too. */
  readonly 'data-focus-key'?: string
  readonly children?: ReactNode
}

/** What browsers take out of an address may stand in the middle of its scheme. */
// eslint-disable-next-line no-control-regex -- control characters are what hides a scheme
const SCHEME = /^[\u0000-\u0020]*[a-z][a-z0-9+.\u0000-\u0020-]*:/i
const SAFE_SCHEME = /^(?:https?|mailto|tel):/i

/**
 * A link. The shell follows plain clicks on same-site links without a page load; without script the browser does.
 * An address with a scheme that could run code is left out, so that its text stays readable and does nothing.
 */
export function Link({ href, children, ...rest }: LinkProps) {
  const safeHref = safeAddress(href)
  return (
    <a {...rest} {...(safeHref === null ? {} : { href: safeHref })}>
      {children}
    </a>
  )
}

/** The address if it is relative or of a harmless scheme, else null. */
export const safeAddress = (href: string): string | null =>
  // eslint-disable-next-line no-control-regex
  SCHEME.test(href) && !SAFE_SCHEME.test(href.replace(/[\u0000-\u0020]/g, '')) ? null : href
