import { TRACKING_PARAMETERS } from '@tessera/shared/config'
import { OWN_PARAMETERS } from '../domain/search-source.ts'
import { findParameter } from '../domain/search-url.ts'
import { mistake, type Mistake } from './shape.ts'

/** Parameters that the search, or the site around it, reads itself. `language` is that of data requests. */
const TAKEN: readonly string[] = [
  ...OWN_PARAMETERS,
  'redux',
  'versionStatus',
  'securityToken',
  'securitytoken',
  'language',
  'token',
  'includeApiCalls',
]

/** Fields that the forms of a filter send instead of its own parameter. */
const fieldsOf = (key: string): readonly string[] => [
  ...['from', 'to', 'place', 'at', 'distance'].map((field) => `${key}-${field}`),
  findParameter(key),
]

/** The mistakes of a filter's key, which is a parameter of the address; `keys` are those of all filters beside it. */
export const checkFilterKey = (key: string, keys: readonly string[], keyPath: string): readonly Mistake[] => [
  ...(TAKEN.includes(key) || TRACKING_PARAMETERS.test(key)
    ? mistake(keyPath, `${key} is a parameter of every search`)
    : []),
  ...keys.flatMap((other) =>
    fieldsOf(other).includes(key) ? mistake(keyPath, `collides with the fields of ${other}`) : [],
  ),
]
