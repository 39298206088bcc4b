import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import type { SiteInspection } from '@tessera/shared/contract'
import { INSPECTION } from '../fixtures.ts'
import { catalogues } from '../messages/index.ts'
import { VersionPage } from './version-page.tsx'

function show(changes: Partial<SiteInspection> | null = {}, project = 'website') {
  render(
    <VersionPage
      inspection={changes && { ...INSPECTION, ...changes }}
      version={{ commitRef: 'abc', buildNo: null, contensisVersionStatus: 'published' }}
      project={project}
      messages={catalogues['en-GB']}
    />,
  )
}
const release = INSPECTION.releases[0]!

describe('version page (specification 2)', () => {
  test('has a heading that leads to the site root', () => {
    show()
    expect(screen.getByRole('heading', { level: 1, name: 'Version information' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Version information' })).toHaveAttribute('href', '/')
  })

  test('says in words what is good and what is not', () => {
    show({}, 'unknown')
    expect(screen.getByRole('row', { name: /Current project.*unknown.*needs attention/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /Content version status.*published.*as expected/ })).toBeVisible()
  })

  test('says how many processes serve the site and why one was replaced, where there are several', () => {
    show({ processes: [{ name: '2026-01-02T03:00:00.000Z', value: 'no heartbeat' }] })
    expect(screen.getByRole('row', { name: '2026-01-02T03:00:00.000Z no heartbeat' })).toBeVisible()
    expect(screen.getByText('Shell processes')).toBeVisible()
  })

  test('shows only a sentence to visitors who are not staff', () => {
    show(null)
    expect(screen.getByText('This page is for staff.')).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('says of each release whose it is, how long it is live and why the last one was refused', () => {
    show({
      releases: [
        { ...release, lastFailure: { version: '2.0.0', code: 'release/file-invalid', message: '' } },
      ],
    })
    const row = screen.getByRole('row', {
      name: /mfe-content 1\.2\.3-abc \^1\.0\.0 0123456789 .* Content team/,
    })
    expect(within(row).getByText('1 d 2 h')).toBeVisible()
    expect(within(row).getByText(/2\.0\.0: release\/file-invalid/)).toBeVisible()
  })

  test('says what the last page used and why a slot fell back', () => {
    show()
    expect(screen.getByRole('row', { name: /^main mfe-content \(listing\).*rendered/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /^form-1001.*fell back: page\/remote-missing/ })).toBeVisible()
    expect(screen.getByText(/nodes\/root/)).toBeVisible()
  })

  test('offers candidates to try, and the way back from one', () => {
    show({ releases: [{ ...release, candidates: ['2.0.0', '1.9.0'], pinned: '2.0.0' }] })
    const select = screen.getByRole('combobox', { name: 'Candidate, mfe-content' })
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['2.0.0', '1.9.0'])
    expect(select.closest('form')).toHaveAttribute('action', '/version/candidate')
    expect(screen.getByRole('button', { name: 'Back to the live release' })).toBeVisible()
  })

  const CONTROL = INSPECTION.control!

  test('offers what may be changed to whom may change it, each as a form that leads to a confirmation', () => {
    show()
    for (const name of ['Promote the canary', 'Halt the canary', 'Cancel the schedule', 'Freeze releases'])
      expect(screen.getByRole('button', { name }).closest('form')).toHaveAttribute(
        'action',
        'version/confirm',
      )
    const releases = within(screen.getByRole('combobox', { name: 'Earlier release' })).getAllByRole('option')
    expect(releases.map((one) => (one as HTMLOptionElement).value)).toEqual([
      'mfe-content@1.2.2-abc',
      'mfe-search@5.0.0',
    ])
    expect(screen.getByRole('link', { name: 'Take the whole site back: 2' })).toHaveAttribute(
      'href',
      'version/confirm?do=site&to=2',
    )
  })

  test('shows that a canary halted by the shells has no visitors, and offers only to halt it', () => {
    const halted = {
      app: 'mfe-content',
      version: '1.3.0',
      percent: 10,
      state: 'halted',
      why: 'slow',
    } as const
    const counts = { canary: { pages: 20, failures: 6 }, live: { pages: 20, failures: 0 } }
    show({ shells: [{ name: 'one', seenAt: '', apps: [], canaries: [{ ...halted, ...counts }] }] })
    expect(
      screen.getByText('mfe-content 1.3.0: a canary, stopped by the shells; nobody sees it'),
    ).toBeVisible()
    expect(screen.queryByText(/seen by 10 %|of the visitors see it/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Promote the canary' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Halt the canary' })).toBeVisible()
  })

  test('offers to plan candidates for a time on the council’s clock, but not during a freeze', () => {
    show()
    const form = screen.getByRole('button', { name: 'Plan a release' }).closest('form')!
    expect(form).toHaveAttribute('action', 'version/confirm')
    const release = within(form).getByRole('combobox', { name: 'Candidate that is to go live' })
    const offered = within(release).getAllByRole<HTMLOptionElement>('option')
    expect(offered.map(({ value }) => value)).toEqual(['mfe-content@1.4.0', 'mfe-content@1.3.0'])
    const time = within(form).getByLabelText('When it goes live (time in Europe/London)')
    expect(time).toHaveAttribute('type', 'datetime-local')
    expect(time).toHaveAccessibleDescription(/A date and a time within a year/)
  })

  test.each([
    ['not-granted', /releaseGroups/],
    ['no-agent', /shares no key/],
  ] as const)('offers nothing where access is %s, and shows everything', (access, why) => {
    show({ control: { ...CONTROL, access } })
    expect(screen.getByText(why)).toBeVisible()
    expect(screen.queryByRole('button', { name: /canary|schedule|Freeze|back|Plan/ })).toBeNull()
    expect(screen.queryByRole('link', { name: /Take the whole site back/ })).toBeNull()
    expect(
      screen.getByText(/1\.4\.0 goes live on Sunday 1 February 2026, 6am \(A Person\) – the new menu/),
    ).toBeVisible()
    expect(
      screen.getByRole('row', {
        name: /^2 2026-01-01 02:00:00 mfe-content 1\.2\.3-abc live A Person, a-machine/,
      }),
    ).toBeVisible()
  })

  test('shows each request, its user and reason, and its result', () => {
    show()
    const item = screen.getByText(/1\. Go back to this release mfe-search 5\.0\.0: A Person/).closest('li')!
    expect(item).toHaveTextContent(
      /it is slow.*refused.*mfe-search 5\.0\.0 is not released; 5\.1\.0 stays live\./s,
    )
  })

  test('says who may release what, and which keys are revoked', () => {
    show()
    expect(
      screen.getByRole('row', {
        name: 'mfe-search key 0123456789ab, trusted by A Person since Thursday 1 January 2026, midnight routes: /search',
      }),
    ).toBeVisible()
    expect(screen.getByRole('row', { name: 'mfe-content the site’s key alone *' })).toBeVisible()
    expect(screen.getByText(/Revoked: key ba9876543210/)).toBeVisible()
  })

  test('says that releases are frozen, by whom and why, and offers to end it', () => {
    show({
      control: { ...CONTROL, frozen: { at: '2026-02-01T12:00:00Z', by: 'A Person', why: 'election night' } },
    })
    expect(
      screen.getByText(
        'Releases are frozen by A Person since Sunday 1 February 2026, midday: election night',
      ),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'End the freeze' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Freeze releases' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Plan a release' })).toBeNull()
  })

  test('shows a message where the record cannot be read', () => {
    const { control: _unread, ...others } = INSPECTION
    render(
      <VersionPage
        inspection={others}
        version={{ commitRef: 'abc', buildNo: null, contensisVersionStatus: 'published' }}
        project="website"
        messages={catalogues['en-GB']}
      />,
    )
    expect(screen.getByText(/record of releases cannot be read/)).toBeVisible()
  })
})
