import * as v from 'valibot'
import { SessionOptionsSchema } from './options.ts'

describe('what a shell is told about sessions (specification 3, User)', () => {
  it('takes an address at zengenti.com, the vendor’s domain, for staff unless it is told another', () => {
    expect(v.parse(SessionOptionsSchema, {}).staffDomain).toBe('zengenti.com')
    expect(v.parse(SessionOptionsSchema, { staffDomain: 'Vendor.Example' }).staffDomain).toBe(
      'vendor.example',
    )
  })
})
