import { columnsOf } from './describe-form.ts'

/** A list in a list and so on. */
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('the columns of a post (reference forms 1.10)', () => {
  test('hold values of any shape, also values stored before request bodies had a nesting limit', () => {
    const columns = columnsOf({
      a: ['x', 2, null],
      b: [{ toString: 1 }, ['y', 'z']],
      c: nested(3_500),
    } as never)
    expect([columns.get('a'), columns.get('b')]).toEqual(['x; 2; ', '{"toString":1}; ["y","z"]'])
    expect(columns.get('c')).toHaveLength(6_998)
  })
})
