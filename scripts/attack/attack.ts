import { send, type RawAnswer } from './raw-request.ts'

/** The attacked site, and what the attacks need to know about it. */
export interface Target {
  readonly url: string
  /** A page for members only. */
  readonly membersPath: string | null
  /** The preview of an unpublished entry. */
  readonly draftPath: string | null
  /** A page with a form of several pages, whose first page has a multi-line text field. */
  readonly formPath: string | null
  /** What no answer may ever contain: access tokens, passwords, keys. */
  readonly secrets: readonly string[]
}

/** One attack; `threat` is its row in docs/security.md. */
export interface Attack {
  readonly threat: string
  readonly name: string
  /** The problems found; empty when the site is safe. Null when the target lacks what the attack needs. */
  readonly attempt: (target: Target) => Promise<readonly string[] | null>
}

/** The result of an attack. */
export interface AttackResult extends Pick<Attack, 'threat' | 'name'> {
  readonly outcome: 'held' | 'failed' | 'not tried'
  readonly problems: readonly string[]
}

/** How a request differs from an ordinary one. */
export interface RequestOptions {
  readonly method?: string
  /** Header lines by name, sent unchanged. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A parsed answer. */
export interface Answer extends RawAnswer {
  /** By lower-case name; the last one when a header is repeated. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Request a path without normalising it. @throws Error when there is no answer */
export async function ask(
  { url }: Pick<Target, 'url'>,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = options
  const lines = {
    Host: new URL(url).host,
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body, 'latin1')) }),
    Connection: 'close',
  }
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries(lines).map(([name, value]) => `${name}: ${value}`),
  ]
  return readAnswer(await send(url, `${head.join('\r\n')}\r\n\r\n${body ?? ''}`))
}

/** Split an answer into its parts. */
export function readAnswer(answer: RawAnswer): Answer {
  const [head = '', ...rest] = answer.text.split('\r\n\r\n')
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
  ) as Readonly<Record<string, string>>
  return { ...answer, headers, body: rest.join('\r\n\r\n') }
}

/** What no answer may disclose, for any request. */
const LEAKS = /root:.*:0:0:|"workspaces"|node_modules|\n\s+at .+\.(?:ts|js):\d/

/** Leaks in an answer: code, files, secrets, an internal error, a redirect to another host. */
export function findLeaks(
  { status, text, headers, body }: Answer,
  { url, secrets }: Target,
): readonly string[] {
  const { location } = headers
  const leads = location === undefined ? null : URL.parse(location, url)
  return [
    ...(status === 0 ? ['no answer'] : []),
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(LEAKS.test(body) ? ['it shows code or files'] : []),
    ...(secrets.some((secret) => text.includes(secret)) ? ['it holds a secret'] : []),
    ...(location !== undefined && leads?.origin !== new URL(url).origin ? [`it leads to ${location}`] : []),
    ...('server' in headers || 'x-powered-by' in headers ? ['it names the server software'] : []),
  ]
}

/** An attack with one request: `statuses` are the correct ones; the answer is also searched for leaks. */
export const byRequest = (
  threat: string,
  name: string,
  request: {
    readonly path: string
    readonly options?: RequestOptions
    readonly statuses: readonly number[]
    readonly never?: RegExp
  },
): Attack => ({
  threat,
  name,
  async attempt(target) {
    const answer = await ask(target, request.path, request.options)
    return [
      ...findLeaks(answer, target),
      ...(request.statuses.includes(answer.status)
        ? []
        : [`status ${answer.status}, not ${request.statuses.join(' or ')}`]),
      ...(request.never?.test(answer.text) ? [`it says ${request.never.source}`] : []),
    ]
  },
})

/** Run attacks one after the other; after each the site has to answer as before. */
export async function runAttacks(
  attacks: readonly Attack[],
  target: Target,
  onResult: (result: AttackResult) => void = () => undefined,
): Promise<readonly AttackResult[]> {
  const results: AttackResult[] = []
  for (const attack of attacks) {
    const result = await tryAttack(attack, target)
    results.push(result)
    onResult(result)
  }
  return results
}

/** Run one attack. Never rejects. */
export async function tryAttack({ threat, name, attempt }: Attack, target: Target): Promise<AttackResult> {
  try {
    const problems = await attempt(target)
    if (problems === null) return { threat, name, outcome: 'not tried', problems: [] }
    const { status } = await ask(target, '/')
    const all = status === 200 ? problems : [...problems, `afterwards the home page answers ${status}`]
    return { threat, name, outcome: all.length === 0 ? 'held' : 'failed', problems: all }
  } catch (error) {
    return { threat, name, outcome: 'failed', problems: [String(error)] }
  }
}
