import type { ContentClient, DataRequest } from '@tessera/shared/contract'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import type { SearchMessages } from '../messages/index.ts'
import { searchConfig } from '../search.config.ts'
import { loadSuggestions } from '../state/load-suggestions.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await aPlatform({ limits: { callDeadlineMs: 60_000, requestDeadlineMs: 120_000 } })
})
afterAll(() => platform.close())

async function suggest(term: string, language = 'en-GB'): Promise<readonly string[]> {
  const client: ContentClient = platform.client({ language })
  const request = { query: { term }, language, client } as unknown as DataRequest<SearchMessages>
  const answer = (await loadSuggestions(searchConfig, request)) as readonly { readonly title: string }[]
  return answer.map(({ title }) => title)
}

describe('suggestions of the demonstration site while a term is typed', () => {
  test.each([
    ['bin', ['Bins and recycling', 'New or replacement bins', 'What goes in which bin']],
    ['bin d', ['Find your collection day']],
    ['recy', ['Bins and recycling', 'Household recycling centres']],
    ['recyling', ['Bins and recycling', 'Household recycling centres']],
    ['libary', ['Libraries and leisure', 'Brynfa Library']],
    ['librar', ['Libraries and leisure', 'Brynfa Library']],
    ['counsil tax', ['Council tax', 'Council tax reduction']],
    ['parking p', ['Parking permits']],
    ['pot hole', ['Report a pothole or a broken street light']],
    ['scool', ['Schools and learning']],
    ['tip', ['Household recycling centres']],
    ['rubbish', ['Bins and recycling']],
    ['jobs', ['Work for the council']],
    ['elect', ['Elections and voting']],
    ['flytip', ['Fly-tipping, litter and graffiti']],
    ['pay', ['Pay your council tax']],
    ['swim', ['Larkmoor Leisure Centre']],
    ["st david's d", ['St David’s Day concert']],
    ['st david’s d', ['St David’s Day concert']],
    ["st david's", ['St David’s Day concert']],
  ])('for %j begin with %j', async (typed, first) => {
    expect((await suggest(typed)).slice(0, first.length)).toEqual(first)
  })

  test.each([
    ['bin', ['Biniau ac ailgylchu']],
    ['llyfgell', ['Llyfrgelloedd a hamdden']],
    ['dreth', ['Treth gyngor']],
    ['swydd', ['Gweithio i’r cyngor']],
  ])('in Welsh for %j begin with %j', async (typed, first) => {
    expect((await suggest(typed, 'cy')).slice(0, first.length)).toEqual(first)
  })

  test.each([
    ['bin', /turbine/i],
    ['tip', /multiple/i],
    ['rain', /drain|train/i],
  ])('for %j name nothing that has it only inside of a word', async (typed, inside) => {
    expect((await suggest(typed)).filter((title) => inside.test(title))).toEqual([])
  })
})
