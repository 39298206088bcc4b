import { randomUUID } from 'node:crypto'

/** What is left on disk for good: each kind is looked for afterwards in a place of its own. */
export type OperationKind = 'posts' | 'uploads' | 'users' | 'published entries'
/** Do one thing and wait for the acknowledgement. Gives the name it is found under; null when the platform was gone first. */
export type Operation = (platform: Target, mark: string) => Promise<string | null>
/** Where to, and with whose token. */
export type Target = { readonly url: string; readonly token: string }

const FORM = '69'
const UPLOAD_FIELD = '4'
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** So many bytes has a file at least: it takes several writes, so that kills hit the middle of it. */
const FILE_BYTES = 400_000
const MANAGEMENT = '/api/management/projects/website/entries'
const API_KEY = {
  grant_type: 'client_credentials',
  client_id: '11111111-2222-4333-8444-555555555555',
  client_secret: 'hillside-shared-secret',
}

/** What senders do, one kind each. */
export const OPERATIONS: Readonly<Record<OperationKind, Operation>> = {
  posts: async (platform, mark) => ((await post(platform, mark)) === null ? null : mark),
  uploads: async (platform, mark) => {
    const form = new FormData()
    const owner = await post(platform, `owner-${mark}`)
    if (owner === null) return null
    form.set('formElementID', UPLOAD_FIELD)
    form.set('formPostID', String(owner))
    form.set('formVersionID', FORM)
    const bytes = Buffer.concat([PNG, Buffer.alloc(FILE_BYTES, mark)])
    form.set('jUploadFile1', new Blob([bytes], { type: 'image/png' }), `${mark}.png`)
    const sent = await send(platform, '/REST/UI/FormsModule/UploadFile', {
      method: 'POST',
      headers: { 'idempotency-key': mark },
      body: form,
    })
    return sent === null ? null : `${mark}.png`
  },
  users: async (platform, mark) => {
    const username = `user-${mark}`
    const user = { username, email: `${username}@hillside.example`, password: 'a-long-password' }
    return (await sendJson(platform, '/api/security/users', user)) === null ? null : username
  },
  'published entries': async (platform, mark) => {
    const id = randomUUID()
    const sys = { id, contentTypeId: 'plant', language: 'en-GB' }
    if ((await sendJson(platform, MANAGEMENT, { sys, title: `Entry ${mark}` })) === null) return null
    const event = { event: 'draft.publish', language: 'en-GB' }
    return (await sendJson(platform, `${MANAGEMENT}/${id}/workflow/events`, event)) === null ? null : id
  },
}

/** A token that may do all of it; it outlives the kills. */
export async function fetchToken(url: string): Promise<string> {
  const answer = await send({ url, token: '' }, '/authenticate/connect/token', {
    method: 'POST',
    body: new URLSearchParams(API_KEY),
  })
  return String((answer as { readonly access_token?: unknown } | null)?.access_token)
}

async function post(platform: Target, mark: string): Promise<number | null> {
  const answer = await send(platform, `/REST/UI/FormsModule/postform/${FORM}/0`, {
    method: 'POST',
    headers: { 'idempotency-key': mark },
    body: new URLSearchParams({ 'ctrl_1-69-aa111': mark }),
  })
  return answer === null ? null : (answer as { readonly formPostId: number }).formPostId
}

const sendJson = (platform: Target, path: string, body: object): Promise<unknown> =>
  send(platform, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${platform.token}` },
    body: JSON.stringify(body),
  })

/** What the platform answered; null when it was gone before the whole answer was there. Only what it has answered counts. */
async function send({ url }: Target, path: string, init: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url + path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text) as unknown
  } catch (error) {
    // The connection broke, or the answer did.
    if (['TypeError', 'SyntaxError'].includes((error as Error).name)) return null
    throw error
  }
}
