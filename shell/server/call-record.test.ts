import { createCallRecord } from './call-record.server.ts'

describe('what a request asked of the platform (specification 4, Access and routing)', () => {
  it('merges the surrogate keys of all answers without duplicates', () => {
    const record = createCallRecord()
    record.onKeys(['b', 'a'])
    record.onKeys(['a', 'c'])
    expect(record.keys()).toEqual(['b', 'a', 'c'])
  })
})
