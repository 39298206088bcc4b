import { aConfig } from '../testing/builders.ts'
import { fromUrl, toUrl } from './search-url.ts'

describe('a range (specification 5, Search)', () => {
  const searchPage = { context: 'facets', path: '/search', hasParts: true } as const

  test.each([
    ['price=20--5', 'price=5--20'],
    ['price-from=-5&price-to=-20', 'price=-20---5'],
    ['price=9--10', 'price=9--10'],
    ['price=7--7', 'price=7--7'],
    ['price=7--', 'price=7--'],
    ['date-from=2027-06-01&date-to=2026-12-01', 'date=2026-12-01--2027-06-01'],
    ['date=2026-01-01T12:00Z--2026-01-01', 'date=2026-01-01T12%3A00Z--2026-01-01'],
    ['date=now()--2026-01-01', 'date=now%28%29--2026-01-01'],
  ])(
    '%s is understood as %s: one that ends before it begins is read from its other end',
    (given, expected) => {
      const query = Object.fromEntries(new URLSearchParams(given))
      expect(toUrl(aConfig, fromUrl(aConfig, searchPage, { query }), searchPage)).toBe(`/search?${expected}`)
    },
  )
})
