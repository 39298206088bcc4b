import * as v from 'valibot'
import { host, originOfAnyPort } from './addresses.ts'

/** Whether staff may show themselves a remote from a machine of their own: nowhere unless a host is named. Source: docs/decisions/0085. */
export interface OverrideRules {
  /** Host names, with or without port, on which they may. */
  readonly hosts: readonly string[]
  /** Where it may come from: origins, of which one that ends in `:*` stands for every port. */
  readonly origins: readonly string[]
  /** Those of the staff who may, by id or name of a group; all of them where none is named. */
  readonly groups: readonly string[]
}

const group = v.pipe(v.string('must be text'), v.trim(), v.nonEmpty('must not be empty'))

export const OverrideRulesSchema = v.strictObject({
  hosts: v.optional(v.array(host, 'must be a list'), []),
  origins: v.optional(v.array(originOfAnyPort, 'must be a list'), []),
  groups: v.optional(v.array(group, 'must be a list'), []),
})
