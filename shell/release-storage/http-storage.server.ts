import { readFileFrom, type ReleaseStorage } from './storage.server.ts'

/** Deadline of a store for one file. */
const DEADLINE_MS = 10_000

/** A release store at an http(s) URL, which is read; its documents are written by conditional PUTs if the server accepts them. */
export function httpStorage(address: string): ReleaseStorage {
  const base = address.replace(/\/+$/, '')
  /** ETags by the file content that was read with them; they are dropped with the content. */
  const tags = new WeakMap<Buffer, string>()
  const urlOf = (file: string): string => `${base}/${file.split('/').map(encodeURIComponent).join('/')}`
  const put = async (file: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> => {
    const body = new Uint8Array(bytes)
    const response = await ask(urlOf(file), { method: 'PUT', body, headers: condition })
    await discard(response)
    if (response.ok) return true
    if (response.status === 412) return false
    throw new Error(`${base}/${file} cannot be written: status ${response.status}`)
  }
  return {
    name: base,
    async read(file, maxBytes = Infinity) {
      const response = await ask(urlOf(file), {})
      if (!response.ok) await discard(response)
      if (response.status !== 404 && !response.ok)
        throw new Error(`${base}/${file} cannot be read: status ${response.status}`)
      if (!response.ok) return null
      const bytes = await readFileFrom(response, maxBytes)
      const tag = response.headers.get('etag')
      if (tag) tags.set(bytes, tag)
      return bytes
    },
    create: (file, bytes) => put(file, bytes, { 'if-none-match': '*' }),
    replace(file, bytes, before) {
      const tag = before && tags.get(before)
      return put(file, bytes, tag ? { 'if-match': tag } : { 'if-none-match': '*' })
    },
    files: null,
  }
}

const ask = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'error' })

/** Releases the connection of an answer whose body is not read. */
const discard = async ({ body }: Response): Promise<void> => body?.cancel()
