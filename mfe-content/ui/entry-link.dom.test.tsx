import { render, screen } from '@testing-library/react'
import { catalogues } from '../messages/index.ts'
import { CardList } from '@tessera/shared/ui'
import { EntryLink } from './entry-link.tsx'

describe('a link into another language (WCAG 3.1.2)', () => {
  it('says so of its words and of where it leads', () => {
    render(<EntryLink link={{ title: 'Bins', href: '/bins', language: 'en-GB' }} />)
    expect(screen.getByRole('link', { name: 'Bins' }).outerHTML).toBe(
      '<a lang="en-GB" hreflang="en-GB" href="/bins">Bins</a>',
    )
  })

  it('says nothing where the language is that of the page', () => {
    render(<EntryLink link={{ title: 'Biniau', href: '/biniau' }} />)
    expect(screen.getByRole('link').outerHTML).toBe('<a href="/biniau">Biniau</a>')
  })

  it('says it of the words of a card, and not of the date, which is in the language of the page', () => {
    const card = {
      id: 'bins',
      contentTypeId: 'newsArticle',
      title: 'Bins',
      path: '/bins',
      language: 'en-GB',
      summary: 'All about bins',
      date: '2026-03-14',
    }
    const { container } = render(<CardList cards={[card]} level={2} messages={catalogues['cy']!} />)
    expect(screen.getByText('All about bins').getAttribute('lang')).toBe('en-GB')
    expect(container.querySelector('time')?.closest('[lang]')).toBeNull()
    expect(container.querySelector('time')?.textContent).toBe('14 Mawrth 2026')
  })
})
