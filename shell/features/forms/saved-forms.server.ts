import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Json } from '@tessera/shared/contract'
import { errorFacts } from '../../http/request-log.server.ts'
import { readCookie, setCookie } from '../../http/cookies.server.ts'
import { encodePath, FORM_SAVED } from '../../http/paths.ts'
import type { PageForms } from '../../page/page-forms.ts'
import { STATE_FIELD } from './bot-checks.server.ts'
import { readFormName } from './form-gateway.server.ts'
import { JOURNEY_PURPOSE, type Journey, type PostParts } from './read-page-post.server.ts'

/** Value of the cookie, `{name}.{token}`: the name is also in the address; the token opens the file. */
const COOKIE_VALUE = /^([0-9a-f]{32})\.([\w-]+)$/

/**
 * Keeps forms that were posted without JavaScript after the visitor's session had ended: the values are stored encrypted on disk until the
 * visitor has signed in. To read them, the address and a cookie must name the same form, and the user who began it must match if known.
 * Source: docs/decisions/0053.
 */
export function createSavedForms({
  config,
  files,
  sealer,
}: Pick<PostParts, 'config' | 'files' | 'sealer'>): Pick<PageForms, 'save'> & {
  readonly restore: PageForms['restore']
} {
  const { keptMs } = config.forms.uploads
  return {
    async save(form, { request, reply, target }) {
      // The form's state field is sealed already, and contains the user's id. Where it holds less than the page shows, that goes before it.
      const sealed = form.hidden?.[STATE_FIELD] ?? ''
      const journey = sealer.open(JOURNEY_PURPOSE, sealed) as Journey | null
      const isWhole = form.state === null || JSON.stringify(form.state) === JSON.stringify(journey?.state)
      const bytes = Buffer.from(isWhole ? sealed : `${sealer.seal(FORM_SAVED, form.state, keptMs)}.${sealed}`)
      const name = randomBytes(16).toString('hex')
      try {
        const kept = await files.store(
          {
            chunks: chunksOf(bytes),
            size: () => bytes.length,
            signal: new AbortController().signal,
            drop: () => undefined,
          },
          { name: FORM_SAVED, type: '' },
        )
        setCookie(reply, FORM_SAVED, `${name}.${kept.token}`, {
          isSecure: config.publicUrl.startsWith('https:'),
          sameSite: 'Lax',
          maxAgeSeconds: Math.ceil(keptMs / 1_000),
        })
        return `${encodePath(target.path)}?${FORM_SAVED}=${name}`
      } catch (thrown) {
        // Storing failed, e.g. for lack of space: the visitor signs in and finds the form empty.
        request.log.warn(errorFacts(thrown), 'a form was not saved')
        return encodePath(target.path)
      }
    },
    async restore({ query }, { headers }, session) {
      const [, name, token = ''] = COOKIE_VALUE.exec(readCookie(headers.cookie, FORM_SAVED) ?? '') ?? []
      if (name === undefined || name !== query[FORM_SAVED]) return null
      const stored = await files.read({ name, type: '', sizeBytes: 0, token }).then(text, () => '')
      const [sealed = '', shown] = stored.split('.').toReversed()
      const journey = sealer.open(JOURNEY_PURPOSE, sealed) as Journey | null
      if (!journey || (journey.by !== null && journey.by !== session?.user.id)) return null
      const { formId } = readFormName(journey.form)
      const state = (sealer.open(FORM_SAVED, shown) as Json) ?? journey.state
      return { formId, state, hidden: { [STATE_FIELD]: sealed } }
    },
  }
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes
}
