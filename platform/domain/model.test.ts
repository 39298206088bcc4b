import { linkedPathOf, type ProjectModel } from './model.ts'

const model = {
  links: new Map([['plant', new Set(['grower', 'picture.asset', 'text.plants.plant'])]]),
} as unknown as ProjectModel

describe('where a path leads (docs/decisions/0033)', () => {
  test.each([
    ['grower.name', { link: 'grower', rest: 'name' }],
    ['grower.employer.name', { link: 'grower', rest: 'employer.name' }],
    ['text.plants.plant.title', { link: 'text.plants.plant', rest: 'title' }],
    ['grower', null],
    ['growers.name', null],
    ['grower.sys.id', null],
    ['text.plants.count', null],
  ])('%s leads to %j', (path, expected) => {
    expect(linkedPathOf(model, 'plant', path)).toEqual(expected)
    expect(linkedPathOf(model, 'person', path)).toBeNull()
  })

  test('paths of very many parts take no time: as many as a query may have, in as many types as a site may have', () => {
    const path = 'a.'.repeat(149)
    const start = performance.now()
    for (let at = 0; at < 42_000; at += 1) linkedPathOf(model, 'plant', `${path}${at % 10}`)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
