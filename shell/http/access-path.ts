import { ACCESS_DENIED_PATH, LOGIN_PATH } from '@tessera/shared/config'

/** Why a visitor may not go on: nobody is signed in, or not the right person. */
export type AccessRefusal = 'sign-in' | 'access-denied'

/**
 * Where somebody goes who may not see `from`, a path with its query: the sign-in page, which leads back, or the one that says
 * that access is denied. `prefix` is that of the language, empty for the first. Source: specification 2, Routes; 4, Access.
 */
export function accessPath(refusal: AccessRefusal, from: string, prefix: string): string {
  const place = encodeURIComponent(from)
  return refusal === 'sign-in'
    ? `${prefix}${LOGIN_PATH}?redirect_uri=${place}`
    : `${prefix}${ACCESS_DENIED_PATH}?original_uri=${place}`
}
