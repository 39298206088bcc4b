import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { FORM_SAVED } from '../../http/paths.ts'
import { createSealer } from '../../http/sealer.server.ts'
import { JOURNEY_PURPOSE } from './read-page-post.server.ts'
import { createSavedForms } from './saved-forms.server.ts'

const sealer = createSealer([Buffer.alloc(32, 7)], Date.now)
const state = { values: { name: 'Ada' } }
const journey = { form: 'classic/1', id: '', by: null, since: 0, state }
const hidden = { 'x-form-state': sealer.seal(JOURNEY_PURPOSE, journey, 60_000) }
let stored = ''
const { save, restore } = createSavedForms({
  config: { publicUrl: 'http://localhost', forms: { uploads: { keptMs: 60_000 } } },
  sealer,
  files: {
    store: async ({ chunks }: { readonly chunks: Readable }) => {
      stored = await text(chunks)
      return { token: 'token' }
    },
    read: () => Promise.resolve(Readable.from([stored])),
  },
} as never)

describe('a form that waits for a sign-in while a site is updated (docs/decisions/0053)', () => {
  let cookie = ''
  const saveAs = async (shown: object | null) => {
    const header = (_name: string, value: string) => (cookie = value.split(';', 1)[0] ?? '')
    const visit = { request: {}, reply: { header }, target: { path: '/members-form' } }
    return save({ formId: '1', state: shown, hidden } as never, visit as never)
  }
  const restoreAt = (address: string) => {
    const query = Object.fromEntries(new URL(address, 'http://localhost').searchParams)
    return restore({ query }, { headers: { cookie } }, null)
  }

  it('is restored from its sealed state alone, as shells before have stored it', async () => {
    const address = await saveAs(null)
    stored = hidden['x-form-state']
    expect(await restoreAt(address)).toEqual({ formId: '1', state, hidden })
  })
  it.each([[null], [{ values: { name: 'Ada' } }]])(
    'is stored as its sealed state alone, which shells before can read, where its page shows no more: %j',
    async (shown) => {
      await saveAs(shown)
      expect(stored).toBe(hidden['x-form-state'])
    },
  )
  it('is not restored from a text that is sealed for another purpose', async () => {
    const address = await saveAs(null)
    stored = sealer.seal(FORM_SAVED, state, 60_000)
    expect(await restoreAt(address)).toBeNull()
  })
})
