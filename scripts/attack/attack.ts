import { send, type RawAnswer } from './raw-request.ts'

/** The site that is attacked, and what is known of it. */
export interface Target {
  readonly url: string
  /** A page for members only. */
  readonly membersPath: string | null
  /** The preview of an entry that is not published. */
  readonly draftPath: string | null
  /** A page with a form of several pages, whose first one has a text of several lines. */
  readonly formPath: string | null
  /** What no answer may ever hold: access tokens, passwords, keys. */
  readonly secrets: readonly string[]
}

/** One attack; `threat` is the row of docs/security.md that it belongs to. */
export interface Attack {
  readonly threat: string
  readonly name: string
  /** What did not hold; nothing when all did. Null when the target does not have what it takes to try. */
  readonly attempt: (target: Target) => Promise<readonly string[] | null>
}

/** How an attack ended. */
export interface AttackResult extends Pick<Attack, 'threat' | 'name'> {
  readonly outcome: 'held' | 'failed' | 'not tried'
  readonly problems: readonly string[]
}

/** A request, as far as it is not an ordinary one. */
export interface RequestOptions {
  readonly method?: string
  /** Lines by name, as they stand. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer, read. */
export interface Answer extends RawAnswer {
  /** By name in small letters; of several the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Ask for a path as it stands. @throws Error when nothing answers */
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

/** What no answer may tell, whatever was asked. */
const TELLING = /root:.*:0:0:|"workspaces"|node_modules|\n\s+at .+\.(?:ts|js):\d/

/** What an answer tells that it must not: code, files, secrets, an error of ours, a way to another host. */
export function findLeaks(
  { status, text, headers, body }: Answer,
  { url, secrets }: Target,
): readonly string[] {
  const { location } = headers
  const leads = location === undefined ? null : URL.parse(location, url)
  return [
    ...(status === 0 ? ['no answer'] : []),
    ...(status >= 500 ? [`status ${status}`] : []),
    ...(TELLING.test(body) ? ['it shows code or files'] : []),
    ...(secrets.some((secret) => text.includes(secret)) ? ['it holds a secret'] : []),
    ...(location !== undefined && leads?.origin !== new URL(url).origin ? [`it leads to ${location}`] : []),
    ...('server' in headers || 'x-powered-by' in headers ? ['it names the server software'] : []),
  ]
}

/** An attack by a request: `statuses` are the right ones; what no answer may tell is looked for as well. */
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

/** Try attacks one after the other; after each the site has to answer as before. */
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

/** Try one attack. Never rejects. */
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
