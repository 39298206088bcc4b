import type { InspectedShell } from '@tessera/shared/contract'
import { catalogues } from '../messages/index.ts'
import { shellRows } from './shell-rows.ts'

const messages = catalogues['en-GB']
const aShell = (name: string, version: string, refused: string | null = null): InspectedShell => ({
  name,
  seenAt: '2026-01-02T03:00:00.000Z',
  apps: [
    { app: 'shell', version: '1', refused: null },
    {
      app: 'mfe-search',
      version,
      refused: refused === null ? null : { version: refused, code: 'release/collision', message: '' },
    },
  ],
})

describe('the shells on the version page', () => {
  it('each say whether they run what the one that answers runs, and else what, and what they have refused', () => {
    expect(
      shellRows(
        [aShell('one', '2'), aShell('two', '2'), aShell('three', '1'), aShell('four', '1', '2')],
        messages,
      ),
    ).toEqual([
      { label: 'one', value: 'answers this page', status: 'good' },
      { label: 'two', value: 'runs the same releases', status: 'good' },
      { label: 'three', value: 'mfe-search 1', status: 'bad' },
      { label: 'four', value: 'mfe-search 1; refused 2: release/collision', status: 'bad' },
    ])
  })

  it('are none where the host does not say', () => {
    expect(shellRows([], messages)).toEqual([])
  })
})
