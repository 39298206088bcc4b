import path from 'node:path'
import { createPlatform, type Platform } from '../create-platform.ts'
import { ask, form } from '../testing/a-platform.ts'

const TAX = '/api/forms/projects/website/contentTypes/councilTaxQuestion/languages'
const QUESTION = { topic: 'paying', question: 'Can I pay in four parts?', adults: 2, name: 'Ada', email: 'ada@post.example', privacy: true }

describe('the demonstration forms on the platform', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await createPlatform({ dataDir: ':memory:', seed: path.join(process.cwd(), 'platform', 'content') })))
  afterAll(() => platform.close())

  test.each([
    ['1001', 'Report a problem', 3],
    ['1002', 'Contact us', 1],
    ['1005', 'Book an appointment', 3],
    ['1006', 'Larrow Park consultation', 4],
  ])('%s, %s, has %i pages and takes a post', async (contentId, title, pages) => {
    const { json } = await ask(platform, `/REST/Contensis/content/GetFormSettings?contentId=${contentId}&context={}`)
    const map = json as unknown as { ContentVersionId: number; form: { formtitle: string; page: unknown[] } }
    expect([map.form.formtitle, map.form.page.length]).toEqual([title, pages])
    const posted = await form(platform, `/REST/UI/FormsModule/postform/${map.ContentVersionId}/0`, { ctrl_1: 'x' })
    expect(posted.json).toMatchObject({ success: true, formPostId: expect.any(Number) as number })
  })

  test('the consultation asks twelve questions and wishes a review', async () => {
    const { json } = await ask(platform, '/REST/Contensis/content/GetFormSettings?contentId=1006&context={}')
    const { form: map } = json as unknown as { form: { review: string; page: { element: { type: string; label: string }[] }[] } }
    const questions = map.page.flatMap(({ element }) => element).filter(({ type }) => !['SectionBreak', 'HiddenField', 'Email'].includes(type))
    expect([questions.length, map.review]).toEqual([12, 'true'])
  })

  test.each([
    ['en-GB', 'Ask about council tax', 'Somebody will call you', 'Choose what it is about'],
    ['cy', 'Holi am y dreth gyngor', 'Bydd rhywun yn eich ffonio', 'Dewiswch y pwnc'],
  ])('the question about council tax is asked, refused and confirmed in %s', async (language, name, confirmation, missing) => {
    expect((await ask(platform, `${TAX}/${language}`)).json).toMatchObject({ name, language })
    const send = async (payload: object) => (await platform.inject({ method: 'POST', url: `${TAX}/${language}/entries`, payload })).json<{ message: string; form: { reference: string }; confirmation: { content: string } }>()
    expect((await send({ ...QUESTION, topic: null })).message).toBe(missing)
    const answer = await send(QUESTION)
    expect(answer.form.reference).toMatch(/^CT 0000 0000 \d{4}$/)
    expect(answer.confirmation.content).toContain(confirmation)
  })
})
