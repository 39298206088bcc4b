import { stripToken } from './content-fetch.ts'

describe('stripToken (reference delivery-api 1.1)', () => {
  it.each([
    ['https://a.example/x?accessToken=secret', 'https://a.example/x'],
    ['https://a.example/x?accessToken=secret&b=1', 'https://a.example/x?b=1'],
    ['https://a.example/x?a=1&accesstoken=secret', 'https://a.example/x?a=1'],
    ['https://a.example/x?a=1&access_token=secret&b=2', 'https://a.example/x?a=1&b=2'],
    ['https://a.example/x?a=1', 'https://a.example/x?a=1'],
  ])('%s becomes %s', (url, clean) => expect(stripToken(url)).toBe(clean))
})
