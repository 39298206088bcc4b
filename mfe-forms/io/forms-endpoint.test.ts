import { embedEndpoint, SITE_ENDPOINT } from './forms-endpoint.ts'

describe('where the calls of a form go (docs/decisions/0069)', () => {
  const endpoint = () => embedEndpoint('https://site.example', 'cy')

  it('is the site’s own path on its own pages, and the same below /embed from pages of others, with the language', () => {
    const path = '/REST/UI/FormsModule/UploadFile'
    expect(SITE_ENDPOINT.urlFor(path)).toBe(path)
    expect(endpoint().urlFor(path)).toBe(
      'https://site.example/embed/REST/UI/FormsModule/UploadFile?language=cy',
    )
    expect(endpoint().urlFor('https://third.example/x')).toBe('https://third.example/x')
  })
  it('carries no cookie and no address of the page from pages of others', () => {
    expect(endpoint().fetchOptions).toEqual({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })
  it('keeps the newest grant for files, each form its own', () => {
    const [one, other] = [endpoint(), endpoint()]
    expect(one.grant()).toEqual({})
    one.saveGrant(new Headers({ 'x-form-files': 'first' }))
    one.saveGrant(new Headers())
    expect(one.grant()).toEqual({ 'x-form-files': 'first' })
    expect(other.grant()).toEqual({})
  })
})
