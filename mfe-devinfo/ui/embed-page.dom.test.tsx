import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen } from '@testing-library/react'
import { readChoice } from '../domain/embed-choice.ts'
import { INSPECTION } from '../fixtures.ts'
import { catalogues } from '../messages/index.ts'
import { EmbedPage } from './embed-page.tsx'
import { VersionPage } from './version-page.tsx'

const messages = catalogues['en-GB']
const languages = [{ code: 'en-GB', name: 'English' }]
const embed = {
  choice: readChoice({ show: 'form' }, ['en-GB']),
  languages,
  site: 'https://www.larkmoor.example',
  fixed: null,
}

describe('page of embeds for staff (docs/decisions/0082)', () => {
  test('leads to the version page, which leads back', () => {
    const { unmount } = render(<EmbedPage embed={embed} path="/embed" messages={messages} />)
    expect(screen.getByRole('link', { name: 'Version information' })).toHaveAttribute('href', 'version')
    unmount()
    render(
      <VersionPage
        inspection={INSPECTION}
        version={{ commitRef: 'abc', buildNo: null, contensisVersionStatus: 'published' }}
        project="website"
        messages={messages}
      />,
    )
    expect(screen.getByRole('link', { name: 'Forms and search on other sites' })).toHaveAttribute(
      'href',
      'embed',
    )
  })

  test('has no links for visitors who are not staff', () => {
    render(<EmbedPage embed={null} path="/embed" messages={messages} />)
    expect(screen.getByText('This page is for staff.')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('says which page of this site it asks for, and who has to allow the other site', () => {
    const choice = readChoice({ show: 'form', formId: '1001' }, ['en-GB'])
    render(<EmbedPage embed={{ ...embed, choice }} path="/embed" messages={messages} />)
    expect(screen.getByLabelText('Page of this site with the same form or search')).toBeVisible()
    expect(
      screen.getByText(/^The other site has to be allowed to show it\. Ask whoever runs this site/),
    ).toBeVisible()
  })
})
