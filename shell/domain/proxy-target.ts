import { requestError } from '../errors.ts'
import { readRequestTarget } from './request-target.ts'

/** An address below one of the proxied paths, fit to be asked of the platform. */
export interface ProxyTarget {
  /** Decoded once and checked. */
  readonly path: string
  /** The path as it goes over the wire. */
  readonly wirePath: string
  /** The query that is handed on. */
  readonly query: URLSearchParams
}

/** Parameters that are ours to set, never a visitor's. */
const WITHHELD = new Set(['accesstoken', 'securitytoken', 'redux'])

/**
 * Make an address canonical and hold it to a proxied path such as `/image-library/*`: decoded once, no dot segments, no
 * encoded separators, nothing that a second decoding could change. Source: reference security 1.10.
 * @throws AppError request/malformed, request/too-long
 */
export function readProxyTarget(rawTarget: string, prefix: string): ProxyTarget {
  const { path, search } = readRequestTarget(rawTarget)
  const base = prefix.replace(/\*$/, '')
  if (!path.startsWith(base) || path.length === base.length) throw requestError('request/malformed')
  // What looks encoded after one decoding was encoded twice: whoever decodes it again may find a `..` in it.
  if (/%[0-9a-f]{2}/i.test(path)) throw requestError('request/malformed')
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (WITHHELD.has(name.toLowerCase())) query.delete(name)
  return { path, wirePath: path.split('/').map(encodeURIComponent).join('/'), query }
}
