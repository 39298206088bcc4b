import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { messages } from '../messages.ts'
import { VersionPage } from './version-page.tsx'

const show = () =>
  render(
    <VersionPage
      words={messages('en-GB')}
      sections={[
        {
          title: 'Version info',
          rows: [
            { label: 'Commit', value: 'abc' },
            { label: 'Current project', value: 'unknown', status: 'bad' },
            { label: 'Content version status', value: 'published', status: 'good' },
          ],
        },
      ]}
    />,
  )

describe('version page', () => {
  test('has a heading that leads to the site root', () => {
    show()
    expect(screen.getByRole('heading', { level: 1, name: 'Version Information' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Version Information' })).toHaveAttribute('href', '/')
  })

  test('says in words what is good and what is not', () => {
    show()
    expect(screen.getByRole('row', { name: /Current project.*unknown.*needs attention/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /Content version status.*published.*as expected/ })).toBeVisible()
    expect(screen.getByRole('row', { name: /^Commit abc$/ })).toBeVisible()
  })
})
