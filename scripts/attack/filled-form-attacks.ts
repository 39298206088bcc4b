import { ask, findLeaks, type Answer, type Attack, type Target } from './attack.ts'
import { part } from './form-attacks.ts'
import { send } from './raw-request.ts'

type Fields = Readonly<Record<string, string>>

/** The form of a page. */
interface Form {
  readonly path: string
  /** Its hidden fields. */
  readonly hidden: Readonly<Record<string, string>>
  /** Name of a field that accepts any text. */
  readonly field: string
  /** An answer to each choice on its page. */
  readonly choices: Fields
}

const OWN = { 'Sec-Fetch-Site': 'same-origin' }
const MARKER = 'marker-5d1e'

const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Read the form of a page. Null when it has no form that can be posted without script. */
function readForm({ body }: Pick<Answer, 'body'>, path: string): Form | null {
  const inputs = [...body.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    /\bname="([^"]*)"/.exec(tag)?.[1] ?? '',
    unescaped(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''),
  ])
  const hidden = Object.fromEntries(
    inputs.filter(([name]) => /^(?:x-form|form_token)/.test(name ?? '')),
  ) as Fields
  const field = /<textarea\b[^>]*\bname="([^"]+)"/.exec(body)?.[1]
  if (hidden['x-form'] === undefined || field === undefined) return null
  return { path, hidden, field, choices: { ...choicesOf(body) } }
}

/** The last option of each choice. */
function choicesOf(body: string): Fields {
  const selects = [...body.matchAll(/<select\b[^>]*\bname="([^"]+)"[^>]*>([^]*?)<\/select>/g)].map(
    ([, name = '', options = '']) =>
      [name, /.*<option\b[^>]*\bvalue="([^"]+)"/s.exec(options)?.[1] ?? ''] as const,
  )
  const radios = [...body.matchAll(/<input\b[^>]*type="radio"[^>]*>/g)].map(
    ([tag]) =>
      [/\bname="([^"]*)"/.exec(tag)?.[1] ?? '', unescaped(/\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '')] as const,
  )
  return Object.fromEntries([...selects, ...radios])
}

/** Post a page of a form as a browser without script does. It never completes the form: 'next' with missing answers stays on the page. */
const post = (
  target: Target,
  { path, hidden }: Form,
  fields: Fields,
  headers: Fields = OWN,
): Promise<Answer> =>
  ask(target, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ ...hidden, action: 'next', ...fields }).toString(),
  })

const postParts = (target: Target, { path, hidden }: Form, parts: string): Promise<Answer> =>
  ask(target, path, {
    method: 'POST',
    headers: { ...OWN, 'Content-Type': 'multipart/form-data; boundary=b' },
    body: `${Object.entries({ ...hidden, action: 'next' })
      .map(([name, value]) => part(name, value))
      .join('')}${parts}--b--\r\n`,
  })

const statusIn = ({ status }: Answer, ...statuses: readonly number[]): readonly string[] =>
  statuses.includes(status) ? [] : [`status ${status}, not ${statuses.join(' or ')}`]

/** An attack on the form of a page; not tried when the target has none. */
const onForm = (
  name: string,
  attempt: (form: Form, target: Target) => Promise<readonly string[]>,
): Attack => ({
  threat: 'forms',
  name,
  async attempt(target) {
    if (target.formPath === null) return null
    const form = readForm(await ask(target, target.formPath), target.formPath)
    return form ? attempt(form, target) : ['there is no form on the page']
  },
})

/** Answers that become code where they are not escaped. */
const MARKUP: readonly (readonly [text: string, raw: RegExp])[] = [
  ['<script>alert(5)</script>', /<script>alert\(5\)/],
  ['</textarea><img src=x onerror=alert(5)>', /<img src=x/],
  ['</script><svg onload=alert(5)>', /<svg onload/],
  ["$'$&$`", /<\/html>[^]*<\/html>/i],
]

/** Files with a false type or harmful content; none may be accepted. */
const FILES: readonly (readonly [what: string, name: string, content: string])[] = [
  ['a program', 'a.exe', 'MZ'],
  ['a page', 'a.html', '<script>alert(1)</script>'],
  ['a drawing with script', 'a.svg', '<svg onload="alert(1)"/>'],
  ['an archive that is called a picture', 'a.png', 'PK\x03\x04aaaaaaaaaaaaaaaa'],
  ['a program that is called text', 'a.txt', 'MZ\x00\x03'],
  ['two extensions', 'a.png.php', '<?php'],
  ['a null byte before another extension', 'a.php%00.png', '<?php'],
]

export const filledFormAttacks: readonly Attack[] = [
  ...Object.entries<Fields>({
    'another site': { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    'a sibling site': { 'Sec-Fetch-Site': 'same-site' },
    'a frame without an origin': { Origin: 'null' },
    'nowhere, without its token': {},
  }).map(([from, headers]) =>
    onForm(`a page of a form posted from ${from}`, async (form, target) => {
      const answer = await post(target, form, { [form.field]: MARKER }, headers)
      return [...findLeaks(answer, target), ...statusIn(answer, 403)]
    }),
  ),
  ...MARKUP.map(([text, raw]) =>
    onForm(`${text} as an answer`, async (form, target) => {
      const answer = await post(target, form, { [form.field]: text })
      return [
        ...findLeaks(answer, target),
        ...statusIn(answer, 200, 422),
        ...(raw.test(answer.body) ? ['it is not escaped'] : []),
      ]
    }),
  ),
  onForm('what was said before: altered, cut, and given to another form', async (form, target) => {
    const second = await post(target, form, { ...form.choices, [form.field]: `${MARKER}: nothing was seen` })
    const state = unescaped(/name="x-form-state"[^>]*\bvalue="([^"]*)"/.exec(second.body)?.[1] ?? '')
    const read = async (fields: Fields) => (await post(target, form, fields)).body.includes(MARKER)
    const problems: string[] = []
    if (second.status !== 200 || state === '') problems.push('there is no second page')
    if (!(await read({ action: 'previous', 'x-form-state': state })))
      problems.push('what was typed is not kept')
    const forged = [
      `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`,
      state.slice(0, -4),
      `${state}AAAA`,
      Buffer.from(JSON.stringify({ form: form.hidden['x-form'], state: { values: { a: MARKER } } })).toString(
        'base64url',
      ),
    ]
    for (const one of forged)
      if (await read({ action: 'previous', 'x-form-state': one })) problems.push('a forged state is believed')
    const number = Number(/\d+$/.exec(form.hidden['x-form'] ?? '')?.[0] ?? 0)
    for (const other of [number - 1, number + 1])
      if (await read({ action: 'previous', 'x-form': `classic/${other}`, 'x-form-state': state }))
        problems.push(`form ${other} takes the state of another`)
    return problems
  }),
  onForm('names that reach a prototype, without script', async (form, target) => {
    const names = {
      __proto__x: '1',
      ['__proto__']: MARKER,
      'constructor.prototype.a': '1',
      'toString[]': '1',
      valueOf: '1',
    }
    const answer = await post(target, form, names)
    const parts = await postParts(
      target,
      form,
      Object.keys(names)
        .map((name) => part(name, '1'))
        .join(''),
    )
    return [answer, parts].flatMap((one) => [...findLeaks(one, target), ...statusIn(one, 200, 422)])
  }),
  ...[
    'classic/__proto__',
    'constructor/1',
    '__proto__/constructor',
    'classic/..',
    'forms-api/..%2f..%2fmanagement',
  ].map((name) =>
    onForm(`the form "${name}"`, async (form, target) => {
      const answer = await post(target, form, { 'x-form': name })
      return [...findLeaks(answer, target), ...statusIn(answer, 400, 404, 422)]
    }),
  ),
  ...FILES.map(([what, name, content]) =>
    onForm(`a file that is ${what}`, async (form, target) => {
      const answer = await postParts(target, form, part('file', content, `; filename="${name}"`))
      return [...findLeaks(answer, target), ...statusIn(answer, 422)]
    }),
  ),
  onForm('multipart bodies that are none', async (form, target) => {
    const bodies = {
      'a part without a name': '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n',
      'a file without a field': '--b\r\nContent-Disposition: form-data; filename="a.txt"\r\n\r\n1\r\n',
      'a part without a head': '--b\r\n\r\n1\r\n',
      'a head of 100 KB': `--b\r\nContent-Disposition: form-data; name="${'x'.repeat(100_000)}"\r\n\r\n1\r\n`,
      'a thousand heads': `--b\r\n${'X-A: 1\r\n'.repeat(1_000)}\r\n1\r\n`,
      'a boundary inside a boundary': part('a', '--b\r\n--b--b\r\n--b--'),
      'fifty files': Array.from({ length: 50 }, (_, n) => part(`f${n}`, 'x', `; filename="${n}.txt"`)).join(
        '',
      ),
    }
    const problems: string[] = []
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await postParts(target, form, body)
      problems.push(
        ...[...findLeaks(answer, target), ...statusIn(answer, 200, 400, 413, 422)].map(
          (one) => `${what}: ${one}`,
        ),
      )
    }
    return problems
  }),
  onForm('a body that is broken off', async (form, target) => {
    const head = `POST ${form.path} HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 300\r\nConnection: close\r\n\r\n`
    // The body is incomplete; later requests must be answered all the same.
    await send(target.url, `${head}${part('x-form', form.hidden['x-form'] ?? '')}--b\r\n`, 500).catch(
      () => null,
    )
    return statusIn(await ask(target, form.path), 200)
  }),
  onForm('a form that was sent, or waits, of somebody else', async (form, target) => {
    const problems: string[] = []
    for (const name of ['form-sent', 'form-held'])
      for (const id of ['0'.repeat(32), '../../etc/passwd', '__proto__', '%0d%0aset-cookie:%20a=b']) {
        const cookie = `${name}=${id}${name === 'form-held' ? `.${'A'.repeat(80)}` : ''}`
        const answer = await ask(target, `${form.path}?${name}=${id}`, { headers: { Cookie: cookie } })
        problems.push(
          ...[...findLeaks(answer, target), ...statusIn(answer, 200, 400)].map(
            (one) => `${name}=${id}: ${one}`,
          ),
        )
        if (/^set-cookie: a=b/im.test(answer.text)) problems.push(`${name}: it sets a cookie`)
      }
    return problems
  }),
]
