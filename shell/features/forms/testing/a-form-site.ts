import type { AddressInfo } from 'node:net'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../../testing/a-shell.ts'

/** A minimal server half of forms: `name` is required, the action `next` shows page 2, the form `captcha` needs a captcha, and the definition of `permission` is read. Files are of the demo form that has an upload field. */
const FORMS = `{
  async receive({ provider, formId, action, isWhole, fields, refusedFiles, state = {}, client }) {
    if (formId === 'permission') await client.formContentType(formId)
    if (formId === 'missing') throw Object.assign(new Error('none'), { status: 404 })
    const own = fields.filter(([key]) => key !== 'captchaResponse')
    const proof = fields.filter(([key]) => key === 'captchaResponse')
    const values = { ...state.values, ...Object.fromEntries(own) }
    if (values.name === 'whole' && !isWhole) return { kind: 'refused', issues: [], state: { values } }
    if (values.name === 'renewed') return { kind: 'changed', state: { values } }
    if (action === 'next') return { kind: 'page', state: { values, page: 2, ...(refusedFiles?.length > 0 && { refusedFiles }) } }
    const issues = [{ fieldId: 'name', controlId: 'form-name', message: 'Name is a required field' }]
    if (!values.name) return { kind: 'refused', issues, state: { values, issues }, ...(values.town === 'long' && { carried: { values: { town: 'cut' } } }) }
    const held = Object.values(values).filter((value) => typeof value === 'object')
    const [versionId, elementId] = held.length > 0 ? ['71', '12'] : ['72', '']
    const texts = Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : value.name])
    return {
      kind: 'accepted',
      post: {
        path: '/REST/UI/FormsModule/postform/' + versionId + '/0',
        contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
        headers: provider === 'forms-api' && proof[0] ? { 'g-recaptcha-response': JSON.parse(proof[0][1]).Response } : {},
        body: new URLSearchParams(provider === 'classic' ? [...texts, ...proof] : texts).toString(),
      },
      files: held.map((file) => ({ file, elementId, versionId })),
      uploads: Object.keys(values).flatMap((key) => {
        const [, elementId] = key.match(/^file_ctrl_(\\w+)-/) || []
        return elementId ? [elementId === 'p' ? { elementId, allowedTypes: ['png'] } : { elementId }] : []
      }),
      needsCaptcha: formId === 'captcha',
      ...(values.name === 'keyless' && { problem: new Error('no captcha key') }),
      state: { values },
    }
  },
  readAnswer: (_provider, { status, body }, { values }) => ({
    isSuccess: status === 200,
    ...(body && body.data && { issues: [{ fieldId: 'name', controlId: 'form-name', message: body.data + values.name }] }),
    formPostId: body && body.formPostId ? String(body.formPostId) : null,
    errors: [],
    customPostUrl: body && body.redirect && body.redirect.method === 'POST' ? body.redirect.url : null,
  }),
  conclude: ({ state, answer, customPost, files }) => ({
    isSuccess: answer !== null && answer.status === 200 && !(customPost && !customPost.success) && !(files && files.errors.length > 0),
    state: { ...state, sent: answer && answer.body && answer.body.formPostId, files },
    ...(state.values.town === 'long' && { carried: { values: { ...state.values, town: 'cut' } } }),
    redirectUrl: { elsewhere: '/news', abroad: 'https://pay.example/start?a=1&b=2' }[state.values.name] || null,
  }),
}`

/** A content remote whose page shows, as JSON, the state of a posted form and the form gate. */
const CONTENT = aContentRemote({
  slices: `[{ key: 'content', reducer: (s = {}, a) => a.type === 'shown' ? a.payload : s }]`,
  load: `return { actions: [{ type: 'shown', payload: { form: r.form || null, gate: r.formGate() } }], needsCaptcha: r.query.captcha === 'yes' }`,
  render: `return '<pre>version ' + JSON.stringify(p.store.getState().content || 'version').replaceAll('<', '') + '</pre>'`,
  forms: FORMS,
  data: `{
    form: async ({ query, language }) => ({ formId: query.formId, language }),
    definition: ({ client }) => client.formContentType('permission'),
  }`,
})
/** The same with a page that requires a sign-in. */
const WITH_MEMBERS = {
  ...CONTENT,
  manifest: {
    ...CONTENT.manifest,
    staticRoutes: [
      { path: '/members-form', view: 'page', hydrate: 'never' as const, requireLogin: true },
      { path: '/members-form/:topic', view: 'page', hydrate: 'never' as const, requireLogin: true },
      { path: '/account/login', view: 'page', hydrate: 'never' as const, private: true },
    ],
  },
}

const withHydrate = (hydrate: 'load' | 'never') => {
  const { manifest } = WITH_MEMBERS
  const contentTypes = CONTENT.manifest?.contentTypes?.map((one) => ({ ...one, hydrate }))
  return { ...WITH_MEMBERS, manifest: { ...manifest, contentTypes } }
}

/** A site with forms that listens on a real port. */
export interface FormSite {
  readonly platform: TestPlatform
  readonly shell: TestShell
  readonly url: string
  /** Send a request as a page of the site does. */
  readonly send: (path: string, init?: RequestInit) => Promise<Response>
  /** Posts a form as the browser's script does. */
  readonly post: (
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>
  /** Posts a form of the Forms API as the browser's script does. */
  readonly postEntry: (answers: object, headers?: Readonly<Record<string, string>>) => Promise<Response>
  readonly close: () => Promise<void>
}

/** Starts a site with forms. `cmsUrl` replaces only the content system, e.g. by a faulty one. */
export async function aFormSite({
  cmsUrl,
  forms = {},
  captchaSecret,
  captchaSecrets,
  embedOrigins = [],
  hydrate = 'never',
  inlineState = true,
  purgeUrls = [],
  previewHost,
}: {
  readonly cmsUrl?: string
  readonly forms?: Readonly<Record<string, unknown>>
  readonly captchaSecret?: string
  readonly captchaSecrets?: Readonly<Record<string, string>>
  readonly embedOrigins?: readonly string[]
  /** When the pages with forms are hydrated. */
  readonly hydrate?: 'load' | 'never'
  readonly inlineState?: boolean
  readonly purgeUrls?: readonly string[]
  /** A host name under which every page shows drafts. */
  readonly previewHost?: string
} = {}): Promise<FormSite> {
  const platform = await aPlatform()
  const shell = await aShell({
    platformUrl: platform.url,
    remotes: [withHydrate(hydrate)],
    options: {
      purgeUrls,
      ...(previewHost !== undefined && {
        previewAccessToken: 'larkmoor-demo-preview',
        preview: { hosts: [previewHost] },
      }),
      ...(cmsUrl !== undefined && { cmsUrl }),
      ...(captchaSecret !== undefined && { captchaSecret }),
      ...(captchaSecrets && { captchaSecrets }),
      site: {
        embedOrigins,
        inlineState,
        forms: { minFillMs: 0, requestsPerMinute: 0, postsPerHour: 0, ...forms },
      },
    },
  })
  await shell.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://localhost:${(shell.app.server.address() as AddressInfo).port}`
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { 'sec-fetch-site': 'same-origin', ...(init.headers as Record<string, string> | undefined) },
    })
  return {
    platform,
    shell,
    url,
    send,
    post: (fields, headers = {}) =>
      send('/REST/UI/FormsModule/postform/72/0', {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { 'x-form': 'classic/1', ...headers },
      }),
    postEntry: (answers, headers = {}) =>
      send('/api/forms/projects/website/contentTypes/1/languages/en-GB/entries', {
        method: 'POST',
        body: JSON.stringify(answers),
        headers: { 'content-type': 'application/json', 'x-form': 'forms-api/1', ...headers },
      }),
    close: async () => {
      await shell.close()
      await platform.close()
    },
  }
}
