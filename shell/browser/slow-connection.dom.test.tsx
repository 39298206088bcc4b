import { isSlowConnection, isWithinVisit } from './slow-connection.client.ts'

const isSlow = (connection: object | undefined) =>
  isSlowConnection({ defaultView: { navigator: { connection } } } as unknown as Document)

describe('isSlowConnection', () => {
  it('takes the browser at its word: a long way to answers, or what it calls less than 4G', () => {
    expect(isSlow({ effectiveType: '4g', rtt: 150 })).toBe(true)
    expect(isSlow({ effectiveType: '3g', rtt: 100 })).toBe(true)
    expect(isSlow({ effectiveType: '4g', rtt: 125 })).toBe(false)
  })
  it('does not guess where the browser says nothing', () => {
    expect([isSlow(undefined), isSlow({})]).toEqual([false, false])
  })
})

describe('isWithinVisit', () => {
  const from = (referrer: string) => isWithinVisit({ referrer })
  it('knows the pages of this site by their address', () => {
    const other = `${location.origin}.elsewhere.example/news`
    expect([from(`${location.origin}/news`), from(''), from(other)]).toEqual([true, false, false])
  })
})
