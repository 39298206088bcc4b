import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { NOT_ENDED } from '../search.filters.ts'

let platform: TestPlatform
let authorization = ''
beforeAll(async () => {
  platform = await aPlatform({ limits: { callDeadlineMs: 60_000, requestDeadlineMs: 120_000 } })
  const grant = {
    grant_type: 'client_credentials',
    client_id: '5d0c6a0e-2f0b-4f0e-9a53-1a7b2c3d4e01',
    client_secret: 'larkmoor-demo-shared-secret',
    scope: 'Entry_Write',
  }
  const answer = await fetch(`${platform.url}/authenticate/connect/token`, {
    method: 'POST',
    body: new URLSearchParams(grant),
  })
  const { access_token: token } = (await answer.json()) as { readonly access_token: string }
  authorization = `Bearer ${token}`
})
afterAll(() => platform.close())

async function author(path: string, body: object): Promise<string> {
  const answer = await fetch(`${platform.url}/api/management/projects/website/entries${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { readonly sys: { readonly id: string } }).sys.id
}

const HOUR = 3_600_000
const momentIn = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()
const dayIn = (days: number): string => momentIn(days * 24).slice(0, 10)

describe('an event', () => {
  test.each([
    ['that goes on', { from: momentIn(-1), to: momentIn(1) }, 1],
    ['of which no end is known, before it begins', { from: momentIn(1) }, 1],
    ['of which no end is known, afterwards', { from: momentIn(-25) }, 0],
    ['of this day', { from: dayIn(0), to: dayIn(0) }, 1],
    ['of this day alone', { from: dayIn(0) }, 1],
    ['of several days, on the last one', { from: dayIn(-2), to: `${dayIn(0)}T00:00:00Z` }, 1],
    ['of several days, afterwards', { from: dayIn(-2), to: dayIn(-1) }, 0],
    ['that is over', { from: momentIn(-26), to: momentIn(-25) }, 0],
  ])('%s: %j is found %d times', async (title, dates, times) => {
    const sys = { contentTypeId: 'event', language: 'en-GB', dataFormat: 'entry' }
    const id = await author('', { title, dates, sys })
    await author(`/${id}/workflow/events`, { event: 'draft.publish' })
    const { totalCount } = await platform
      .client({ language: 'en-GB' })
      .search({ where: [{ field: 'sys.id', equalTo: id }, NOT_ENDED] })
    expect(totalCount).toBe(times)
  })
})
