import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { errorFacts } from '../../http/request-log.server.ts'
import { readCookie, setCookie } from '../../http/cookies.server.ts'
import { FORM_HELD } from '../../http/paths.ts'
import type { PageForms } from '../../page/page-forms.ts'
import { STATE_FIELD } from './form-gate.server.ts'
import { readFormName } from './form-gateway.server.ts'
import { JOURNEY_PURPOSE, type Journey, type PostParts } from './read-page-post.server.ts'

/** A name as the address has it, and what opens the file of that name: `{name}.{token}`. */
const HELD = /^([0-9a-f]{32})\.([\w-]+)$/

/**
 * Forms without script whose visitor's session has ended: what was typed waits on disk, enciphered, until they have signed in. The
 * address and a cookie of this browser both have to name it, and it opens for the one who had begun it, where that is known.
 * Source: docs/decisions/0053.
 */
export function createHeldForms({
  config,
  files,
  sealer,
}: Pick<PostParts, 'config' | 'files' | 'sealer'>): Pick<PageForms, 'hold'> & {
  readonly held: PageForms['kept']
} {
  const { keptMs } = config.forms.uploads
  return {
    async hold(form, { request, reply, target }) {
      // What was said so far is sealed already, with whose it is.
      const bytes = Buffer.from(form.hidden?.[STATE_FIELD] ?? '')
      const name = randomBytes(16).toString('hex')
      try {
        const kept = await files.keep(
          { pieces: piecesOf(bytes), size: () => bytes.length, signal: new AbortController().signal },
          { name: FORM_HELD, type: '' },
        )
        setCookie(reply, FORM_HELD, `${name}.${kept.token}`, {
          isSecure: config.publicUrl.startsWith('https:'),
          sameSite: 'Lax',
          maxAgeSeconds: Math.ceil(keptMs / 1_000),
        })
        return `${target.path}?${FORM_HELD}=${name}`
      } catch (thrown) {
        // There is no room: the visitor signs in, and finds the form empty.
        request.log.warn(errorFacts(thrown), 'a form was not held')
        return target.path
      }
    },
    async held({ query }, { headers }, session) {
      const [, name, token = ''] = HELD.exec(readCookie(headers.cookie, FORM_HELD) ?? '') ?? []
      if (name === undefined || name !== query[FORM_HELD]) return null
      const sealed = await files.read({ name, type: '', sizeBytes: 0, token }).then(text, () => null)
      const journey = sealer.open(JOURNEY_PURPOSE, sealed) as Journey | null
      if (sealed === null || !journey || (journey.by !== null && journey.by !== session?.user.id)) return null
      const { form, state } = journey
      return { formId: readFormName(form).formId, state, hidden: { [STATE_FIELD]: sealed } }
    },
  }
}

async function* piecesOf(bytes: Uint8Array) {
  yield bytes
}
