import { fixtureProblems } from '@tessera/contract/testing'
import { remote } from './ssr.tsx'

test('the site would take this remote: its manifest is valid, and a fixture proves each view', () => {
  expect(fixtureProblems(remote)).toEqual([])
})
