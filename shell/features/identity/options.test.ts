import * as v from 'valibot'
import { SessionOptionsSchema } from './options.ts'

describe('the options for sessions (specification 3, User)', () => {
  it('treats addresses at zengenti.com, the vendor’s domain, as staff unless another is configured', () => {
    expect(v.parse(SessionOptionsSchema, {}).staffDomain).toBe('zengenti.com')
    expect(v.parse(SessionOptionsSchema, { staffDomain: 'Vendor.Example' }).staffDomain).toBe(
      'vendor.example',
    )
  })
})
