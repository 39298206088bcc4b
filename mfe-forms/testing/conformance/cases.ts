import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@tessera/shared/contract'

/** A case of the conformance samples: its source decides whether it must hold. */
export interface Case extends JsonObject {
  readonly id: string
  readonly title: string
  readonly basis: string
}

/** A file of samples, copied from the conformance folder of the specification. */
export const readCases = <T = { readonly cases: readonly Case[] }>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as T

/** Cases that our decisions deviate from, with the decision. */
const DECIDED: Readonly<Record<string, string>> = {
  D002: '0045: fields are in the server’s markup unless the page wants it otherwise',
}

/**
 * Tries every case of a file, prints how many hold, and fails if one does not that has to: all except improvements, which neither the
 * specification nor the reference asks for, and deviations by decision.
 */
export async function tryAll(
  name: string,
  cases: readonly Case[],
  check: (one: Case) => void | Promise<void>,
): Promise<void> {
  const failed: { readonly of: Case; readonly why: string }[] = []
  for (const one of cases) {
    try {
      await check(one)
    } catch (thrown) {
      failed.push({ of: one, why: thrown instanceof Error ? thrown.message : String(thrown) })
    }
  }
  process.stdout.write(`${name}: ${cases.length - failed.length}/${cases.length}\n`)
  const serious = failed.filter(({ of }) => of.basis !== 'improvement' && !(of.id in DECIDED))
  const told = serious.map(({ of, why }) => `${of.id} ${of.title}: ${why.slice(0, 800)}`)
  if (told.length > 0) throw new Error(told.join('\n'))
}
