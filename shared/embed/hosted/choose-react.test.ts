import { jest } from '@jest/globals'
import { chooseReact } from './choose-react.ts'
import { given, takeReact } from './react.ts'

const NAMES = ['react', 'react-dom', 'react-dom/client'] as const
type Offers = Record<string, Record<string, unknown>>

/** The share scope of a Module Federation host that has loaded its React. */
const aScope = (version = '19.2.0', from: (name: string) => object = () => ({})): Offers =>
  Object.fromEntries(NAMES.map((name) => [name, { [version]: anOffer({ version, name, ...from(name) }) }]))
const anOffer = (module: object) => ({ get: async () => () => module, from: 'a_host', loaded: 1 })

const without = (scope: Offers, name: string): Offers =>
  Object.fromEntries(Object.entries(scope).filter(([one]) => one !== name))

const never = () => new Promise(() => undefined)
const fail = () => {
  throw new Error('broken')
}

describe('React of a host that embeds forms and search as a federated module (docs/decisions/0093)', () => {
  it.each(['19.2.0', '19.2.9', '19.3.1', '19.12.0'])('is used where it is %s', async (version) => {
    expect(await chooseReact(aScope(version))).toEqual(
      Object.fromEntries(NAMES.map((name) => [name, { version, name }])),
    )
  })
  it('is used as it is, loaded or not, or as the default export of a module', async () => {
    const loaded = { ...aScope(), react: { '19.2.0': { lib: () => ({ version: '19.2.0' }), get: never } } }
    expect((await chooseReact(loaded))?.react).toEqual({ version: '19.2.0' })
    const atOnce = { ...aScope(), react: { '19.2.0': { get: () => () => ({ version: '19.2.0', a: 1 }) } } }
    expect((await chooseReact(atOnce))?.react).toEqual({ version: '19.2.0', a: 1 })
    const wrapped = aScope('19.2.0', () => ({ version: undefined, default: { version: '19.2.0', b: 2 } }))
    expect((await chooseReact(wrapped))?.['react-dom/client']).toEqual({ version: '19.2.0', b: 2 })
  })
  it.each<[string, unknown]>([
    ['the host says nothing of what it shares', undefined],
    ['the host shares nothing', {}],
    ['what it says is no scope', 'default'],
    ...['18.3.1', '19.1.9', '20.0.0', '19.2.0-canary-1', '0.0.0-experimental', '0', ''].map(
      (version): [string, unknown] => [`it is ${version || 'of no version'}`, aScope(version)],
    ),
    ...NAMES.map((name): [string, unknown] => [`${name} is not shared`, without(aScope(), name)]),
    ['nothing is offered of a package', { ...aScope(), 'react-dom': {} }],
    ['react-dom is of another version', { ...aScope(), 'react-dom': aScope('19.2.1')['react-dom'] }],
    ['there are several versions', { ...aScope(), react: { ...aScope().react, ...aScope('19.3.0').react } }],
    ['it is another version than it is said to be', aScope('19.2.0', () => ({ version: '18.3.1' }))],
    [
      'one of its packages is',
      aScope('19.2.0', (name) => (name === 'react-dom' ? { version: '19.2.1' } : {})),
    ],
    ['what makes it throws', { ...aScope(), react: { '19.2.0': { get: () => () => fail() } } }],
    ['it cannot be loaded', { ...aScope(), react: { '19.2.0': { get: () => Promise.reject(new Error()) } } }],
    ['asking for it throws', { ...aScope(), react: { '19.2.0': { get: fail } } }],
    [
      'the scope cannot be read',
      {
        get react() {
          return fail()
        },
      },
    ],
    ['it is nothing', { ...aScope(), react: { '19.2.0': { get: () => undefined } } }],
    ['it has no way to be loaded', { ...aScope(), react: { '19.2.0': {} } }],
  ])('is left alone where %s', async (_why, scope) => {
    expect(await chooseReact(scope)).toBeNull()
  })
  it('is left alone where it does not come within three seconds', async () => {
    jest.useFakeTimers()
    const answer = chooseReact({ ...aScope(), react: { '19.2.0': { get: never } } })
    await jest.advanceTimersByTimeAsync(3_000)
    expect(await answer).toBeNull()
    expect(await chooseReact(aScope())).not.toBeNull()
    expect(jest.getTimerCount()).toBe(0)
    jest.useRealTimers()
  })
  it('is decided on once for a page', async () => {
    const first = takeReact(aScope())
    expect(await takeReact(undefined)).toBe(true)
    expect(await first).toBe(true)
    expect(given.react).toEqual({ version: '19.2.0', name: 'react' })
  })
})
