import vm from 'node:vm'
import { createRealmProtection } from './realm-protection.server.ts'
import { snapshotRealm } from './realm.server.ts'

/** Runs code as that of a release. */
const run = (code: string): void => void vm.runInThisContext(`{ ${code} }`)
const valueOf = (code: string): unknown => vm.runInThisContext(code)

/** What a snapshot finds after the code has run, and undoes. */
function changesOf(code: string): readonly string[] {
  const realm = snapshotRealm()
  run(code)
  const { names, areUndone } = realm.restore()
  expect(areUndone).toBe(true)
  expect(realm.restore().names).toEqual([])
  return names
}

describe('what a release changes of global variables and built-ins (docs/decisions/0106)', () => {
  it.each([
    [
      'a property that every object gets',
      'Object.prototype.isBlank = () => true',
      'Object.prototype.isBlank',
    ],
    ['a method that is replaced', 'Date.now = () => 0', 'Date.now'],
    ['a method of a namespace', 'JSON.parse = () => ({})', 'JSON.parse'],
    ['a method of a prototype', 'Array.prototype.map = () => []', 'Array.prototype.map'],
    ['a method that is removed', 'delete String.prototype.trim', 'String.prototype.trim'],
    ['a symbol', "String.prototype[Symbol.for('x')] = 1", 'String.prototype.Symbol(x)'],
    ['a getter', "Object.defineProperty(Map.prototype, 'size', { get: () => 0 })", 'Map.prototype.size'],
    [
      'whether it is enumerable',
      "Object.defineProperty(Array.prototype, 'map', { enumerable: true })",
      'Array.prototype.map',
    ],
    ['a prototype of a prototype', 'Object.setPrototypeOf(Set.prototype, {})', 'Set.prototype.__proto__'],
    [
      'what no variable leads to',
      '[].values().__proto__.next = () => ({ done: true })',
      '%ArrayIterator%.next',
    ],
    ['a constructor of Intl', 'Intl.Locale.prototype.toString = 1', 'Intl.Locale.prototype.toString'],
    ['a method of the console', 'console.error = () => {}', 'console.error'],
    ['a method of the process', 'process.on = () => {}', 'process.on'],
    ['the environment', 'process.env = {}', 'process.env'],
    ['a global variable that is replaced', 'globalThis.fetch = 1', 'globalThis.fetch'],
    ['one behind a setter', 'globalThis.Buffer = {}', 'globalThis.Buffer'],
    ['a global variable that is added', 'globalThis.window = {}', 'globalThis.window'],
  ])('is found, named and undone: %s', (_what, code, name) => {
    expect(changesOf(code)).toEqual([name])
  })

  it('is undone with nothing but what was kept before: hardly a built-in need work', () => {
    expect(
      changesOf(`
        Reflect.ownKeys = Reflect.getOwnPropertyDescriptor = Reflect.defineProperty = () => undefined
        Array.prototype[Symbol.iterator] = Array.prototype.push = String.prototype.startsWith = null
        Object.defineProperty(Object.prototype, 'get', { get: () => 1, configurable: true })
        Object.prototype.value = 1
      `),
    ).toHaveLength(8)
    expect(valueOf('[...[1, 2]].map((n) => n + 1).join()')).toBe('2,3')
  })

  it('may be a record of a library, by a name with two underscores or a symbol: nothing is changed by that', () => {
    expect(changesOf(`globalThis.__RECORDS__ = {}; globalThis[Symbol.for('records')] = {}`)).toEqual([])
    expect(valueOf('delete globalThis.__RECORDS__ && delete globalThis[Symbol.for("records")]')).toBe(true)
  })
})

describe('a release that runs in steps', () => {
  it('is refused for what a step has changed, whatever it throws, with the names of the changes', async () => {
    const protect = createRealmProtection()
    const refused = protect('mfe-search', (step) =>
      step(() => {
        run('Date.now = () => 0; JSON.parse = 1')
        return Promise.reject(new Error('another one'))
      }),
    )
    await expect(refused).rejects.toMatchObject({
      code: 'release/changes-globals',
      details: { app: 'mfe-search', problems: ['it changes Date.now', 'it changes JSON.parse'] },
    })
  })

  it('changes nothing for the next step', async () => {
    const found: unknown[] = []
    const refused = createRealmProtection()('mfe-search', async (step) => {
      await step(async () => run('Math.max = 1'))
      found.push(valueOf('Math.max(1, 2)'))
    })
    await expect(refused).rejects.toMatchObject({ code: 'release/changes-globals' })
    expect(found).toEqual([2])
  })

  it('answers for its own changes where another one runs at the same time, and what it has made is not kept', async () => {
    const protect = createRealmProtection()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const first = protect('mfe-search', (step) => step(() => promise))
    run('Math.min = 1')
    const second = protect('mfe-forms', (step) => step(() => Promise.resolve()))
    await expect(second).rejects.toMatchObject({ details: { problems: ['it changes Math.min'] } })
    resolve(undefined)
    await expect(first).resolves.toBeUndefined()
    expect(valueOf('Math.min(1, 2)')).toBe(1)
  })

  it('says so when a change cannot be undone', async () => {
    let isSpoilt = false
    const protect = createRealmProtection(() => (isSpoilt = true))
    const refused = protect('mfe-search', (step) =>
      // Not of Object.prototype: the rest of this test needs that.
      step(async () => run(`Object.defineProperty(WeakRef.prototype, 'evil', { value: 1 })`)),
    )
    await expect(refused).rejects.toMatchObject({
      details: { problems: ['it changes WeakRef.prototype.evil'] },
    })
    expect(isSpoilt).toBe(true)
  })
})
