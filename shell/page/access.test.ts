import { decideAccess } from './access.ts'

const visitor = (...groups: { id?: string; name?: string }[]) => ({ groups })

describe('access (specification 6)', () => {
  it('allows everybody where no login is required', () => {
    expect(decideAccess(undefined, null)).toBe('allow')
    expect(decideAccess(false, null)).toBe('allow')
  })
  it('sends an anonymous visitor to sign in', () => {
    expect(decideAccess(true, null)).toBe('sign-in')
    expect(decideAccess([{ name: 'Members' }], null)).toBe('sign-in')
  })
  it('lets any signed-in visitor see what asks for a sign-in only', () => {
    expect(decideAccess(true, visitor())).toBe('allow')
    expect(decideAccess([], visitor())).toBe('allow')
  })
  it('matches any required group by id or by name', () => {
    expect(decideAccess([{ id: '1' }, { name: 'Members' }], visitor({ name: 'Members' }))).toBe('allow')
    expect(decideAccess([{ id: '1' }], visitor({ id: '1', name: 'x' }))).toBe('allow')
  })
  it('denies a visitor whose groups do not match, and two groups without ids are not the same', () => {
    expect(decideAccess([{ name: 'Staff' }], visitor({ name: 'Members' }))).toBe('access-denied')
    expect(decideAccess([{}], visitor({}))).toBe('access-denied')
  })
})
