import { readPreviewPath } from './paths.ts'

describe('preview routes (specification 2)', () => {
  it('defaults to the primary language', () => {
    expect(readPreviewPath('/preview/abc-1', 'en-GB')).toEqual({ entryId: 'abc-1', language: 'en-GB' })
    expect(readPreviewPath('/preview/abc-1/cy', 'en-GB')).toEqual({ entryId: 'abc-1', language: 'cy' })
  })
  it('is one in any case', () => {
    expect(readPreviewPath('/Preview/Abc-1/cy', 'en-GB')).toEqual({ entryId: 'Abc-1', language: 'cy' })
  })
  it.each(['/preview', '/preview/', '/preview/a/b/c', '/preview/../x', '/previews/a'])(
    '%s is not one',
    (path) => {
      expect(readPreviewPath(path, 'en-GB')).toBeNull()
    },
  )
})
