import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPlatform, type Platform } from '../create-platform.ts'
import { form, SEED } from './a-platform.ts'

/** The first of the fixture's classic forms, by its version; its element 4 takes pictures. */
export const FORM_VERSION = '69'
/** The beginning of every PNG file. */
export const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** A platform with a data folder that a test can inspect. */
export type FormPlatform = {
  readonly platform: Platform
  readonly folder: string
  /** The result of an SQL query on the records. */
  readonly rows: (query: string) => readonly Readonly<Record<string, unknown>>[]
  /** The file names in the folder of uploads. */
  readonly files: () => readonly string[]
  /** Post fields to the first form; gives the post's number. */
  readonly post: (fields?: Readonly<Record<string, string>>) => Promise<number>
  /** Send a file for a post. */
  readonly upload: (
    post: number | string,
    file?: Partial<SentFile>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly status: number; readonly text: string }>
  /** Stop the platform and keep its folder. */
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}
type SentFile = { readonly name: string; readonly bytes: Buffer; readonly comesFirst: boolean }

type Parts = {
  readonly environment: Record<string, unknown>
  readonly forms: Record<string, unknown>[]
}

/** A platform with a changed fixture: `change` gets the seed before it is imported. */
export async function aFormPlatform(
  change: (seed: Parts) => void = () => undefined,
  say?: (line: string) => void,
): Promise<FormPlatform> {
  const root = mkdtempSync(join(tmpdir(), 'platform-forms-'))
  const seed = JSON.parse(readFileSync(SEED, 'utf8')) as Parts
  change(seed)
  const file = join(root, 'seed.json')
  writeFileSync(file, JSON.stringify(seed))
  const folder = join(root, 'data')
  const platform = await createPlatform({ dataDir: folder, seed: file, say })
  let stopped: Promise<void> | null = null
  const stop = (): Promise<void> => (stopped ??= platform.close())
  return {
    platform,
    folder,
    rows: (query) => {
      const db = new DatabaseSync(join(folder, 'platform.db'), { readOnly: true })
      try {
        return db.prepare(query).all()
      } finally {
        db.close()
      }
    },
    files: () => {
      try {
        return readdirSync(join(folder, 'uploads'))
      } catch {
        return []
      }
    },
    post: async (fields = { 'ctrl_1-69-aa111': 'Ada' }) => {
      const answer = await form(platform, `/REST/UI/FormsModule/postform/${FORM_VERSION}/0`, fields)
      return (answer.json as unknown as { readonly formPostId: number }).formPostId
    },
    upload: async (post, sent = {}, headers = {}) => {
      const answer = await platform.inject({
        method: 'POST',
        url: '/REST/UI/FormsModule/UploadFile',
        headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
        payload: uploadBody(post, { name: 'photo.png', bytes: PNG, comesFirst: false, ...sent }),
      })
      return { status: answer.statusCode, text: answer.body }
    },
    stop,
    close: async () => {
      await stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The fields of an upload as a multipart body has them: the parts before and after its file. */
export function uploadParts(post: number | string, name: string) {
  const field = (id: string, value: string | number): string =>
    `--b\r\nContent-Disposition: form-data; name="${id}"\r\n\r\n${value}\r\n`
  return {
    fields: field('formElementID', 4) + field('formPostID', post) + field('formVersionID', FORM_VERSION),
    start: `--b\r\nContent-Disposition: form-data; name="jUploadFile1"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    end: '--b--\r\n',
  }
}

function uploadBody(post: number | string, { name, bytes, comesFirst }: SentFile): Buffer {
  const { fields, start, end } = uploadParts(post, name)
  const file = [Buffer.from(start), bytes, Buffer.from('\r\n')]
  const parts = comesFirst ? [...file, Buffer.from(fields)] : [Buffer.from(fields), ...file]
  return Buffer.concat([...parts, Buffer.from(end)])
}
