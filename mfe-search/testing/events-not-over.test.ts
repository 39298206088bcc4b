import type { JsonObject } from '@tessera/shared/contract'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { filterExpression } from '../domain/filter-expressions.ts'
import { searchConfig } from '../search.config.ts'
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
/** Called while a test runs: midnight may pass before it. */
const momentIn = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString()
const dayIn = (days: number): string => momentIn(days * 24).slice(0, 10)

async function timesFound(title: string, dates: object, where: JsonObject = NOT_ENDED): Promise<number> {
  const sys = { contentTypeId: 'event', language: 'en-GB', dataFormat: 'entry' }
  const id = await author('', { title, dates, sys })
  await author(`/${id}/workflow/events`, { event: 'draft.publish' })
  const { totalCount } = await platform
    .client({ language: 'en-GB' })
    .search({ where: [{ field: 'sys.id', equalTo: id }, where] })
  return totalCount
}

describe('an event', () => {
  test.each([
    ['that goes on', 1, () => ({ from: momentIn(-1), to: momentIn(1) })],
    ['of which no end is known, before it begins', 1, () => ({ from: momentIn(1) })],
    ['of which no end is known, afterwards', 0, () => ({ from: momentIn(-25) })],
    ['of this day', 1, () => ({ from: dayIn(0), to: dayIn(0) })],
    ['of this day alone', 1, () => ({ from: dayIn(0) })],
    ['of two days, on the last one', 1, () => ({ from: dayIn(-1), to: dayIn(0) })],
    ['of several days, on the last one', 1, () => ({ from: dayIn(-90), to: `${dayIn(0)}T00:00:00Z` })],
    ['of several days, afterwards', 0, () => ({ from: dayIn(-2), to: dayIn(-1) })],
    ['that is over', 0, () => ({ from: momentIn(-26), to: momentIn(-25) })],
  ])('%s is found %d times', async (title, times, datesOf) => {
    expect(await timesFound(title, datesOf())).toBe(times)
  })

  test.each([
    ['that runs through December', 1, { from: '2026-11-07T10:00:00Z', to: '2027-01-31T17:00:00Z' }],
    ['that ends on its first day', 1, { from: '2026-11-07T10:00:00Z', to: '2026-12-01' }],
    ['that begins on its last day', 1, { from: '2026-12-31T19:00:00Z', to: '2027-01-01T01:00:00Z' }],
    ['of which no end is known', 1, { from: '2026-12-05T19:00:00Z' }],
    ['that is over before', 0, { from: '2026-11-07T10:00:00Z', to: '2026-11-30T17:00:00Z' }],
    ['that begins afterwards', 0, { from: '2027-01-01T00:00:00Z' }],
  ])('%s is found %d times on the dates of December', async (title, times, dates) => {
    const date = searchConfig.facets?.['events']?.filters?.['date']
    const december = date && filterExpression(date, ['2026-12-01--2026-12-31'])
    expect(await timesFound(title, dates, december ?? {})).toBe(times)
  })
})
