import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { cleanup, render, screen, within } from '@testing-library/react'
import { readQualityReport, type QualityReport } from '../domain/quality-report.ts'
import { REPORT } from '../fixtures.ts'
import { catalogues } from '../messages/index.ts'
import { QualityPanel } from './quality-panel.tsx'

const show = (changes: Partial<QualityReport> = {}, language = 'en-GB') =>
  render(<QualityPanel report={{ ...REPORT, ...changes }} messages={catalogues[language]!.quality} />)

const items = (group: string) =>
  within(screen.getByRole('region', { name: group, hidden: true }))
    .getAllByRole('listitem', { hidden: true })
    .map(({ textContent }) => textContent)

describe('the quality panel of a preview (docs/decisions/0067)', () => {
  test('counts in its summary, and is closed until it is opened, by the browser alone', () => {
    show()
    const panel = screen.getByRole('complementary', { name: 'Quality of this page' })
    const summary = within(panel).getByText(/2 errors, 1 warning/)
    expect([summary.tagName, summary.parentElement?.tagName]).toEqual(['SUMMARY', 'DETAILS'])
    expect(summary.parentElement).not.toHaveAttribute('open')
  })

  test('lists by severity, each with the entry and the field, those of the page itself first', () => {
    show()
    expect(items('2 errors')).toEqual([
      'Heading level jumps from h2 to h4: “Too deep” In this page’s own entry (this-entry), field body › 2. richText',
      'No alternative text: a-photo.jpg In the entry A linked page (linked-entry), field image',
    ])
    expect(items('1 warning')).toEqual([
      'Long title: 80 letters; search engines cut it after about 65 In this page’s own entry (this-entry), field entryTitle',
    ])
    expect(screen.getByText('A linked page')).toHaveAttribute('href', '/preview/linked-entry/en-GB')
  })

  test('says that there is nothing to correct', () => {
    show({ findings: [] })
    expect(screen.getByText(/: nothing to correct/)).toBeInTheDocument()
    expect(screen.queryByRole('region', { hidden: true })).toBeNull()
  })

  test('says the reading age, or that no formula is applied', () => {
    show()
    expect(screen.getByText(/^Reading age: 12 /)).toBeInTheDocument()
    show({ readingAge: 'not-english' }, 'cy')
    expect(screen.getByText(/ni ddefnyddir unrhyw fformiwla ar gyfer yr iaith hon/)).toBeInTheDocument()
    show({ readingAge: null, unchecked: 5 })
    expect(screen.getByText('Reading age: there is too little text to tell.')).toBeInTheDocument()
    expect(screen.getByText('Links that were not checked: 5.')).toBeInTheDocument()
  })

  test('shows how many visitors found the page useful, in its summary too; nothing on a page without the question', () => {
    show()
    expect(screen.getByText(/2 errors, 1 warning · useful to 12 of 15$/)).toBeInTheDocument()
    expect(screen.getByText(/^“Is this page useful\?”: yes 12, no 3\./)).toBeInTheDocument()
    show({ useful: { yes: 0, no: 0 } })
    expect(screen.getByText(/nobody has answered yet/)).toBeInTheDocument()
    expect(screen.queryAllByText(/useful to/)).toHaveLength(1)
    cleanup()
    show({ useful: null })
    expect(screen.queryByText(/useful/)).toBeNull()
  })

  test('reads what another remote says with care, and names a check that it does not know', () => {
    const [known] = REPORT.findings
    const findings = [{ ...known, check: 'newerCheck' }, null, { check: 'missingAlt' }]
    const report = readQualityReport({ findings, readingAge: '12', useful: { yes: '1' } } as never)
    expect(report).toMatchObject({ readingAge: null, unchecked: 0, useful: null })
    show(report)
    expect(items('1 error')).toEqual([expect.stringContaining('newerCheck')])
  })
})
