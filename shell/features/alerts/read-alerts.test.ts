import type { Entry } from '@tessera/shared/content'
import { keysOfAlerts, readAlerts } from './read-alerts.ts'

const NOW = Date.parse('2026-11-23T12:00:00Z')
const at = (hours: number): string => new Date(NOW + hours * 3_600_000).toISOString()

const anAlert = (title: string, fields: Readonly<Record<string, unknown>> = {}): Entry => ({
  sys: { id: title.toLowerCase().replaceAll(' ', '-'), version: { versionNo: '2.0' } },
  title,
  ...fields,
})
const titles = (...entries: readonly Entry[]): readonly string[] =>
  readAlerts(entries, NOW).alerts.map(({ title }) => title)

describe('alerts above every page', () => {
  it('hold from when they begin until they are over, and without dates as long as they are published', () => {
    expect(
      titles(
        anAlert('On', { from: at(-1), until: at(1) }),
        anAlert('Over', { from: at(-2), until: at(0) }),
        anAlert('To come', { from: at(1) }),
        anAlert('Always'),
        anAlert('Begins now', { from: at(0) }),
      ).toSorted(),
    ).toEqual(['Always', 'Begins now', 'On'])
  })

  it('are true until the next of them begins or ends', () => {
    const validUntil = (...entries: readonly Entry[]) => readAlerts(entries, NOW).validUntil
    expect(
      validUntil(anAlert('On', { until: at(5) }), anAlert('To come', { from: at(3), until: at(9) })),
    ).toBe(Date.parse(at(3)))
    expect(validUntil(anAlert('Over', { until: at(-3) }), anAlert('Always', { from: at(-9) }))).toBe(Infinity)
  })

  it('stand in the order of how much they matter, the newest first, and are three at most', () => {
    expect(
      titles(
        anAlert('Old', { level: 'warning', from: at(-9) }),
        anAlert('A notice', { level: 'whatever' }),
        anAlert('Harm', { level: 'severe', from: at(-20) }),
        anAlert('New', { level: 'warning', from: at(-1) }),
      ),
    ).toEqual(['Harm', 'New', 'Old'])
  })

  it('are named by entry and version, so that a changed one is another', () => {
    const changed = { ...anAlert('Ice'), sys: { id: 'ice', version: { versionNo: '2.1' } } }
    expect(keysOfAlerts(readAlerts([anAlert('Ice'), changed], NOW).alerts)).toBe('ice@2.0 ice@2.1')
  })

  it('say nothing without a title, and lead to a page of the site or nowhere', () => {
    const link = { sys: { id: 'p', uri: '//evil.example' }, entryTitle: 'Gritting' }
    const [own, none] = readAlerts(
      [anAlert('Ice', { link }), anAlert('Snow', { link: { sys: { id: 'p' } } }), anAlert(' ')],
      NOW,
    ).alerts
    expect(own?.link).toEqual({ label: 'Gritting', path: '/evil.example' })
    expect(none?.link).toBeNull()
  })
})
