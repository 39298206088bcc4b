import { PlatformError } from '../errors.ts'
import type { Clause, OrderItem } from './ast.ts'

export type ZenqlQuery = { readonly where: Clause; readonly order: readonly OrderItem[] }

/** Read a ZenQL text. */
export function readZenql(_text: string, _user: string | null): ZenqlQuery {
  throw new PlatformError('platform/bad-query', 'ZenQL is not ready yet')
}
