import { tryAttack } from '../../scripts/attack/attack.ts'
import { ATTACKS } from '../../scripts/attack/attacks.ts'
import { LONG_FORM_PAGE } from '../support/pages.ts'
import { expect, siteTest as test } from '../support/test.ts'

for (const attack of ATTACKS)
  test(`holds against ${attack.threat}: ${attack.name.slice(0, 120)}`, async ({ site }) => {
    const { outcome, problems } = await tryAttack(attack, {
      url: site,
      membersPath: '/your-council/members-area',
      draftPath: '/preview/2e0a4d2e-5797-4d42-ac81-d5536664d415',
      formPath: LONG_FORM_PAGE,
      secrets: ['larkmoor-demo-', 'Demo-Member-2026!'],
    })
    expect(problems).toEqual([])
    expect(outcome).toBe('held')
  })
