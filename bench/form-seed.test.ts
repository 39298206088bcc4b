import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPlatform, type Platform } from '../platform/create-platform.ts'
import { FORM_PAGES, LARGE_FORMS, POSTED, writeFormSeed } from './form-seed.ts'

/** The properties of a form map that the test counts. */
interface FormMap {
  readonly ContentVersionId: number
  readonly form: { readonly page: readonly { readonly element: readonly unknown[] }[] }
}

describe('the forms of the bench', () => {
  let folder: string
  let platform: Platform
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tessera-form-seed-'))
    writeFormSeed(path.join(folder, 'seed'))
    platform = await createPlatform({
      dataDir: path.join(folder, 'data'),
      seed: path.join(folder, 'seed'),
    })
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = async <T>(url: string): Promise<T> => {
    const answer = await platform.inject({
      method: 'GET',
      url,
      headers: { accesstoken: 'larkmoor-demo-published' },
    })
    expect([url, answer.statusCode]).toEqual([url, 200])
    return JSON.parse(answer.body) as T
  }

  it.each([
    ['30 pages of 10 fields', '9000', LARGE_FORMS.pages],
    ['one page of 300 fields', '9001', LARGE_FORMS.page],
  ])('are %s, as the platform gives them', async (_name, formId, { pages, fieldsOfPage }) => {
    const { form } = await ask<FormMap>(`/REST/Contensis/content/GetFormSettings?contentId=${formId}`)
    expect(form.page.map(({ element }) => element.length)).toEqual(
      Array.from({ length: pages }, () => fieldsOfPage),
    )
  })

  it.each([LARGE_FORMS.pages.path, LARGE_FORMS.page.path, POSTED.path, ...FORM_PAGES])(
    'stand on a page: %s',
    async (address) => {
      const node = await ask<{ readonly entry?: unknown }>(`/api/delivery/projects/website/nodes${address}`)
      expect(node.entry).toBeDefined()
    },
  )
})
