import vm from 'node:vm'
import { LOADER } from './loader.ts'

/** Run the loader in a page with this address in its boot link. */
function run(href: string, { hasTrustedTypes = true } = {}) {
  const note = { hidden: true }
  const timers: { readonly run: () => void; readonly ms: number }[] = []
  const appended: Record<string, unknown>[] = []
  const policies: string[] = []
  const trustedTypes = {
    createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => {
      policies.push(name)
      return { createScriptURL: (url: string) => `trusted:${rules.createScriptURL(url)}` }
    },
  }
  vm.runInNewContext(LOADER, {
    URL,
    location: new URL('https://www.larkmoor.example/news?x=1'),
    setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
    window: hasTrustedTypes ? { trustedTypes } : {},
    document: {
      getElementById: () => ({ href, integrity: 'sha384-abc' }),
      createElement: () => ({}),
      querySelector: (selector: string) =>
        selector === 'html:not([data-boot]) #late[data-islands]' ? note : null,
      head: { append: (script: Record<string, unknown>) => appended.push(script) },
    },
  })
  return { script: appended[0], policies, note, timers }
}

describe('the inline loader (reference security 1.8)', () => {
  it("starts the shell's boot script with its hash, through the one policy it makes", () => {
    const { script, policies } = run('https://www.larkmoor.example/_shell/1.0.0/boot.ab.js')
    expect(script).toEqual({
      src: 'trusted:https://www.larkmoor.example/_shell/1.0.0/boot.ab.js',
      integrity: 'sha384-abc',
      crossOrigin: 'anonymous',
      onerror: expect.any(Function),
    })
    expect(policies).toEqual(['tessera-boot'])
  })

  it('works in browsers without Trusted Types', () => {
    const { script } = run('https://www.larkmoor.example/_shell/1.0.0/boot.ab.js', { hasTrustedTypes: false })
    expect(script?.['src']).toBe('https://www.larkmoor.example/_shell/1.0.0/boot.ab.js')
  })

  it.each([
    'https://evil.example/_shell/1.0.0/boot.js',
    'https://www.larkmoor.example/image-library/boot.js',
    'https://www.larkmoor.example/_shell/../uploads/boot.js',
    'javascript:alert(1)',
    'data:text/javascript,alert(1)',
  ])('refuses %s', (href) => {
    expect(() => run(href)).toThrow('Not a script of the shell')
  })

  it('says that a page with islands does not work when the boot script fails, or has not come after three seconds', () => {
    const failed = run('https://www.larkmoor.example/_shell/1.0.0/boot.ab.js')
    expect(failed.note.hidden).toBe(true)
    ;(failed.script as { readonly onerror: () => void }).onerror()
    expect(failed.note.hidden).toBe(false)
    const late = run('https://www.larkmoor.example/_shell/1.0.0/boot.ab.js')
    expect(late.timers.map(({ ms }) => ms)).toEqual([3_000])
    late.timers[0]?.run()
    expect(late.note.hidden).toBe(false)
  })

  it('can stand inside a script element and is small', () => {
    expect(LOADER).not.toContain('</')
    expect(LOADER.length).toBeLessThan(700)
  })
})
