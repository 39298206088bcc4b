import { isStaffMember } from './access.ts'

const user = (...names: string[]) => ({ groups: names.map((name) => ({ id: `id-of-${name}`, name })) })

describe('staff (specification 6)', () => {
  it('knows a member of a staff group by the id or the name of the group', () => {
    expect(isStaffMember(user('Members', 'Staff'), ['Staff'])).toBe(true)
    expect(isStaffMember(user('Staff'), ['id-of-Staff'])).toBe(true)
  })

  it('is false for all others: visitors, members of other groups, and everybody on a site without staff groups', () => {
    expect(isStaffMember(null, ['Staff'])).toBe(false)
    expect(isStaffMember(user('Members', 'staff'), ['Staff'])).toBe(false)
    expect(isStaffMember(user('Staff'), [])).toBe(false)
  })
})
