import { readFileSync } from 'node:fs'
import { collectErrors, ERRORS_PAGE, errorsPage, ROOT } from './errors-docs.ts'

describe('docs/errors.md (style, Errors)', () => {
  it('says what the error tables say; after a change run: node scripts/test/errors-docs.ts', async () => {
    expect(readFileSync(ERRORS_PAGE, 'utf8')).toBe(await errorsPage(await collectErrors(ROOT)))
  })

  it('finds the tables', async () => {
    const rows = await collectErrors(ROOT)
    expect(rows).toContainEqual(
      expect.objectContaining({ code: 'content/timeout', status: 504, file: 'shared/io/errors.ts' }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ code: 'config/invalid', status: null }))
  })

  it('gives no code two meanings', async () => {
    const codes = (await collectErrors(ROOT)).map(({ code }) => code)
    expect(codes.filter((code, place) => codes.indexOf(code) !== place)).toEqual([])
  })
})
