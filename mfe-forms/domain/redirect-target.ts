/** Where a form may send its visitor: a page of this site, or an http or https address that the form's author named. */
export type RedirectTarget =
  { readonly kind: 'path'; readonly path: string } | { readonly kind: 'url'; readonly url: string }

/** A target from an answer or a form map; null for anything that must not be followed. */
export function readRedirect(value: string | null): RedirectTarget | null {
  if (!value || value.length > 2_048) return null
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (/^\/(?![/\\])[^\u0000-\u0020\\]*$/.test(value)) return { kind: 'path', path: value }
  // eslint-disable-next-line no-control-regex
  return /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:[/?#][^\u0000-\u0020\\]*)?$/i.test(value)
    ? { kind: 'url', url: value }
    : null
}
