import type { RequestTarget } from '../domain/request-target.ts'

/** The parameter, in both spellings that content systems use. Source: specification 2, Routes. */
const NAMES = ['securityToken', 'securitytoken'] as const

/** A security token in an address, and the address without it. */
export interface TokenInAddress {
  readonly token: string
  readonly target: RequestTarget
}

/** The security token of a request's address; null without one. Longer ones than any platform makes are none. */
export function readSecurityToken(target: RequestTarget): TokenInAddress | null {
  const token = NAMES.map((name) => target.query[name]).find((value) => value !== undefined)
  if (token === undefined) return null
  const kept = new URLSearchParams(target.search)
  NAMES.forEach((name) => kept.delete(name))
  const { securityToken: _one, securitytoken: _other, ...query } = target.query
  const search = kept.size > 0 ? `?${kept.toString()}` : ''
  return { token, target: { ...target, query, search, redirect: null } }
}
