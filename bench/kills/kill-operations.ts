import { randomUUID } from 'node:crypto'

/** Kinds of data that must survive on disk; each is checked in its own place afterwards. */
export type OperationKind = 'posts' | 'uploads' | 'users' | 'published entries'
/** Store one item and wait for the acknowledgement. Gives the name to find it by; null when there was no answer. */
export type Operation = (target: Target, mark: string) => Promise<string | null>
/** The shell, which receives forms, and the platform with a token for the other operations. */
export type Target = { readonly gateway: string; readonly platform: string; readonly token: string }

/** The seed's form of two pages, and the fields that are filled in. */
const FORM = { id: '1001', versionId: '69', name: 'ctrl_1-69-aa111', email: 'ctrl_2-69-bb222', file: '4' }
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
/** Least size of a file: it takes several writes, so that kills interrupt some of them. */
const FILE_BYTES = 400_000
const MANAGEMENT = '/api/management/projects/website/entries'
const API_KEY = {
  grant_type: 'client_credentials',
  client_id: '11111111-2222-4333-8444-555555555555',
  client_secret: 'hillside-shared-secret',
}

/** One operation for each kind. Forms and their files go through the gateway, as browsers send them. */
export const OPERATIONS: Readonly<Record<OperationKind, Operation>> = {
  posts: async (target, mark) => ((await post(target, mark, {})) === null ? null : mark),
  uploads: async (target, mark) => {
    const name = `${mark}.png`
    const owner = await post(target, `owner-${mark}`, { [`file_ctrl_${FORM.file}-${FORM.versionId}`]: name })
    if (owner === null) return null
    const form = new FormData()
    form.set('formElementID', FORM.file)
    form.set('formPostID', owner.formPostId)
    form.set('formVersionID', FORM.versionId)
    const bytes = Buffer.concat([PNG, Buffer.alloc(FILE_BYTES, mark)])
    form.set('jUploadFile1', new Blob([bytes], { type: 'image/png' }), name)
    const sent = await ask(target.gateway, '/REST/UI/FormsModule/UploadFile', {
      method: 'POST',
      headers: { ...OF_A_PAGE, cookie: owner.cookie, 'idempotency-key': mark },
      body: form,
    })
    return sent === null ? null : name
  },
  users: async (target, mark) => {
    const username = `user-${mark}`
    const user = { username, email: `${username}@hillside.example`, password: 'a-long-password' }
    return (await sendJson(target, '/api/security/users', user)) === null ? null : username
  },
  'published entries': async (target, mark) => {
    const id = randomUUID()
    const sys = { id, contentTypeId: 'plant', language: 'en-GB' }
    if ((await sendJson(target, MANAGEMENT, { sys, title: `Entry ${mark}` })) === null) return null
    const event = { event: 'draft.publish', language: 'en-GB' }
    return (await sendJson(target, `${MANAGEMENT}/${id}/workflow/events`, event)) === null ? null : id
  },
}

/** A token for all operations; it stays valid after a kill. */
export async function fetchToken(platform: string): Promise<string> {
  const answer = await ask(platform, '/authenticate/connect/token', {
    method: 'POST',
    body: new URLSearchParams(API_KEY),
  })
  return String((answer?.body as { readonly access_token?: unknown } | undefined)?.access_token)
}

const OF_A_PAGE = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }

/** Post a form as a browser does, and again with the same idempotency key. Its files are sent with the returned cookie. */
async function post(
  { gateway }: Target,
  mark: string,
  more: Readonly<Record<string, string>>,
): Promise<{ readonly formPostId: string; readonly cookie: string } | null> {
  const answer = await ask(gateway, `/REST/UI/FormsModule/postform/${FORM.versionId}/0`, {
    method: 'POST',
    headers: { ...OF_A_PAGE, 'x-form': `classic/${FORM.id}`, 'idempotency-key': mark },
    body: new URLSearchParams({ [FORM.name]: mark, [FORM.email]: 'ada@hillside.example', ...more }),
  })
  if (answer === null) return null
  const { formPostId } = answer.body as { readonly formPostId?: unknown }
  if (formPostId === undefined) throw new Error(`A post without a number: ${JSON.stringify(answer.body)}`)
  return { formPostId: String(formPostId), cookie: answer.cookie }
}

const sendJson = async ({ platform, token }: Target, path: string, body: object): Promise<unknown> =>
  ask(platform, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

/**
 * The answer to a request; null when the platform died before the answer was complete, or the shell reports that it has none: only
 * acknowledged requests count, and a sender without an answer sends again. @throws Error for every refusal
 */
async function ask(
  url: string,
  path: string,
  init: RequestInit,
): Promise<{ readonly body: unknown; readonly cookie: string } | null> {
  try {
    const response = await fetch(url + path, init)
    const text = await response.text()
    if (NO_ANSWER.includes(response.status)) return null
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 200)}`)
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    return { body: JSON.parse(text) as unknown, cookie }
  } catch (error) {
    // The connection broke, or the answer is incomplete.
    if (['TypeError', 'SyntaxError'].includes((error as Error).name)) return null
    throw error
  }
}

/** The gateway's status codes when the platform has not answered. */
const NO_ANSWER: readonly number[] = [502, 503, 504]
