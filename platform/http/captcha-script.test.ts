import { aPlatform } from '../testing/a-platform.ts'
import { readScriptOptions } from './captcha-script.ts'

describe('the widget of the fake captcha', () => {
  test('reads its options from its address; invalid options count as absent', () => {
    expect(
      readScriptOptions({ onload: 'loaded', hl: 'cy', token: 'demo-refuse', lifetimeMs: '500' }),
    ).toEqual({ onload: 'loaded', language: 'cy', token: 'demo-refuse', lifetimeMs: 500 })
    expect(readScriptOptions({ onload: 'a()', hl: '<b>', token: '"', lifetimeMs: '-1', other: 'x' })).toEqual(
      { onload: '', language: '', token: null, lifetimeMs: 120_000 },
    )
  })

  test('contains nothing else of its address', async () => {
    const platform = await aPlatform()
    const url = '/api/platform/captcha/api.js?onload=loaded&token=</script>'
    const { headers, payload, statusCode } = await platform.inject({ method: 'GET', url })
    await platform.close()
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(payload).toContain('"onload":"loaded"')
    expect(payload).not.toContain('</script>')
    expect(() => new Function(payload)).not.toThrow()
  })
})
