import * as v from 'valibot'

/** A host name or an address in brackets, with or without a port; in lower case. */
export const host = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.nonEmpty('must not be empty'),
  v.toLowerCase(),
  v.regex(/^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/, 'must be a host name'),
)

/** An origin, as `URL.origin` gives it. */
export const origin = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.check((value) => isOrigin(value), 'must be an http or https address without path, query or credentials'),
  v.transform((value) => new URL(value).origin),
)

/** An origin; `*` as its port stands for every port of the host. */
export const originOfAnyPort = v.pipe(
  v.string('must be text'),
  v.trim(),
  v.check(
    (value) => isOrigin(value.replace(/:\*$/, ':1')),
    'must be an http or https address without path, query or credentials; its port may be *',
  ),
  v.transform((value) => value.toLowerCase().replace(/\/$/, '')),
)

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password
  )
}
