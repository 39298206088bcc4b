import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { TrustSchema } from '../release-document/trust.server.ts'
import { NOTHING_ACCEPTED, type Accepted } from '../releases/live-state.server.ts'

const AcceptedSchema = v.object({
  schema: v.literal(2),
  sequence: v.number(),
  digest: v.nullable(v.string()),
  apps: v.record(v.string(), v.string()),
  trust: v.optional(TrustSchema),
})
/** Of the time before release documents had numbers: any document is newer. */
const FirstSchema = v.pipe(
  v.object({ schema: v.literal(1), apps: v.record(v.string(), v.string()) }),
  v.transform(({ apps }) => ({ sequence: 0, digest: null, apps, trust: undefined })),
)

/** The releases that a shell served last, by app, and the document that named them: what it starts from, before it looks at the release document. */
export interface AcceptedSet {
  /** Empty where there is none, or none that can be read. */
  readonly read: () => Promise<Accepted>
  /** Does nothing while it is what was written last. */
  readonly write: (accepted: Accepted) => Promise<void>
}

/** Kept in a file, which the shell processes of a machine share. */
export function createAcceptedSet(file: string): AcceptedSet {
  let written = ''
  return {
    async read() {
      try {
        const { apps, sequence, digest, trust } = v.parse(
          v.union([AcceptedSchema, FirstSchema]),
          JSON.parse(await readFile(file, 'utf8')),
        )
        return { apps, sequence, digest, ...(trust && { trust }) }
      } catch {
        return NOTHING_ACCEPTED // a shell that has never served: the release document alone says what is live
      }
    },
    async write(accepted) {
      const text = JSON.stringify({ schema: 2, ...accepted })
      if (text === written) return
      const next = `${file}.${process.pid}`
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(next, text)
      await rename(next, file)
      written = text
    },
  }
}
