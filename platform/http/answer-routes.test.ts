import { aFormPlatform, type FormPlatform } from '../testing/a-form-platform.ts'
import { ask } from '../testing/a-platform.ts'

const USEFUL = {
  id: '5',
  uniqueid: 'ee555',
  type: 'Radio',
  label: 'Is it useful?',
  listitem: [
    { name: 'Yes', value: 'yes' },
    { name: 'No', value: 'no' },
  ],
}
const TYPE = {
  formTypeId: 'garden',
  projectId: 'website',
  published: {
    fields: [
      { id: 'page', name: { 'en-GB': 'Page', cy: 'Tudalen' }, dataType: 'string' },
      {
        id: 'useful',
        name: { 'en-GB': 'Useful?', cy: 'Defnyddiol?' },
        dataType: 'string',
        validations: { allowedValues: { labeledValues: [{ value: 'yes' }, { value: 'no' }] } },
      },
    ],
    defaultLanguage: 'en-GB',
    supportedLanguages: ['en-GB', 'cy'],
  },
}

const about = (page: string, useful: string) => ({ 'ctrl_1-69-aa111': page, 'ctrl_5-69-ee555': useful })

describe('answers counted for authors (docs/decisions/0066)', () => {
  let site: FormPlatform
  beforeEach(
    async () =>
      void (site = await aFormPlatform((seed) => {
        const [pages] = (seed.forms[0]?.['definition'] as { form: { page: { element: object[] }[] } }).form
          .page
        pages?.element.push(USEFUL)
        seed.forms.push(TYPE)
      })),
  )
  afterEach(() => site.close())
  const count = async (question: Readonly<Record<string, string>>, headers?: Record<string, string>) => {
    const asked = { form: '1001', about: 'Your name', says: '/bins', by: 'Is it useful?', ...question }
    const url = `/api/platform/answers?${new URLSearchParams(asked)}`
    const { status, json, headers: told } = await ask(site.platform, url, headers)
    return { status, json, caching: told['cache-control'] }
  }

  test('counts each choice of the answers about one page, and no others', async () => {
    for (const [page, useful] of [
      ['/bins', 'yes'],
      ['/bins', 'yes'],
      ['/bins', 'no'],
      ['/bins', ''],
      ['/bins', 'Ada lives at 4 Eel Row'],
      ['/bins/more', 'no'],
      ['/parks', 'yes'],
    ] as const)
      await site.post(about(page, useful))
    await site.post({ ...about('/parks', 'no'), 'ctrl_3-69-cc333': '/bins' })
    expect(await count({})).toEqual({
      status: 200,
      json: { counts: { yes: 2, no: 1 } },
      caching: 'private, no-store',
    })
    expect((await count({ about: '1', by: '5', says: '/parks' })).json).toEqual({ counts: { yes: 1, no: 1 } })
    expect((await count({ says: '/nowhere' })).json).toEqual({ counts: { yes: 0, no: 0 } })
  })

  test('counts answers to a form of the Forms API, named in any of its languages', async () => {
    const url = '/api/forms/projects/website/contentTypes/garden/languages/cy/entries'
    for (const useful of ['yes', 'no', 'no'])
      expect(
        (await site.platform.inject({ method: 'POST', url, payload: { page: '/bins', useful } })).statusCode,
      ).toBe(200)
    const question = { form: 'garden', about: 'Tudalen', by: 'Useful?' }
    expect((await count(question)).json).toEqual({ counts: { yes: 1, no: 2 } })
  })

  test('is only for those who may read drafts, and never returns text that a visitor typed', async () => {
    await site.post(about('/bins', 'yes'))
    expect(await count({}, {})).toMatchObject({ status: 401, caching: 'private, no-store' })
    expect((await count({}, { accesstoken: 'wrong' })).status).toBe(401)
    for (const [question, status] of [
      [{ by: 'Your name' }, 400],
      [{ by: 'Photo' }, 400],
      [{ by: 'No such field' }, 400],
      [{ about: 'No such field' }, 400],
      [{ form: '4711' }, 404],
    ] as const)
      expect([question, (await count(question)).status]).toEqual([question, status])
  })
})
