import { formatBytes } from './format-bytes.ts'

describe('sizes of files', () => {
  it.each([
    [84_400, '84 kB'],
    [1_240_000, '1.2 MB'],
    [12_400_000, '12 MB'],
    [10, '1 kB'],
    [999_600, '1 MB'],
  ])('writes %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en-GB').replace('\u00a0', ' ')).toBe(text)
  })
})
