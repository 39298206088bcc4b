import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

const AcceptedSchema = v.object({ schema: v.literal(1), apps: v.record(v.string(), v.string()) })

/** The releases that a shell served last, by app: what it starts from, before it looks at the release document. */
export interface AcceptedSet {
  /** Empty where there is none, or none that can be read. */
  readonly read: () => Promise<Readonly<Record<string, string>>>
  /** Does nothing while they are those that were written last. */
  readonly write: (apps: Readonly<Record<string, string>>) => Promise<void>
}

/** Kept in a file, which the shell processes of a machine share. */
export function createAcceptedSet(file: string): AcceptedSet {
  let written = ''
  return {
    async read() {
      try {
        return v.parse(AcceptedSchema, JSON.parse(await readFile(file, 'utf8'))).apps
      } catch {
        return {} // a shell that has never served: the release document alone says what is live
      }
    },
    async write(apps) {
      const text = JSON.stringify({ schema: 1, apps })
      if (text === written) return
      const next = `${file}.${process.pid}`
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(next, text)
      await rename(next, file)
      written = text
    },
  }
}
