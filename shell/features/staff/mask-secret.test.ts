import { maskSecret } from './inspect-site.server.ts'

describe('secrets on the version page (specification 2)', () => {
  it('shows that a secret is set and how it ends', () => {
    expect(maskSecret('0123456789abcdef')).toBe('set, ends in cdef')
  })

  it('shows nothing of a short secret, and says when there is none', () => {
    expect(maskSecret('short')).toBe('set')
    expect(maskSecret('')).toBe('not set')
    expect(maskSecret(undefined)).toBe('not set')
  })
})
