import * as v from 'valibot'
import { host, originOfAnyPort } from './addresses.ts'

/**
 * Where staff may load a remote from their own machine into the site, in their browser only. Off unless a host is listed.
 * Source: docs/decisions/0085.
 */
export interface OverrideRules {
  /** Host names of this site, with or without port, on which overrides are allowed. */
  readonly hosts: readonly string[]
  /** Origins that a remote may be loaded from; `:*` at the end of one stands for every port. */
  readonly origins: readonly string[]
  /** Groups, by id or name, whose members may do it if they are staff; all staff when the list is empty. */
  readonly groups: readonly string[]
}

const group = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'))

export const OverrideRulesSchema = v.strictObject({
  hosts: v.optional(v.array(host, 'must be a list'), []),
  origins: v.optional(v.array(originOfAnyPort, 'must be a list'), []),
  groups: v.optional(v.array(group, 'must be a list'), []),
})
