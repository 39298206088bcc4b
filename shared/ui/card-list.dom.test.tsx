import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import { englishDateFormats } from '../messages/index.ts'
import { CardList } from './card-list.tsx'

const messages = {
  dates: englishDateFormats(),
  to: 'to',
  nowUntil: 'Runs until',
  nextDate: 'Next:',
  now: 'Now',
}
const parade = {
  id: 'e1',
  contentTypeId: 'event',
  title: 'Lantern <b>parade',
  path: '/events/lantern-parade',
  kind: 'Event',
  summary: 'From the bridge.',
  image: { src: '/lanterns.svg', width: 1600, height: 900 },
  dates: { from: '2026-11-28T16:00:00Z', to: '2026-11-28T19:00:00Z' },
  facts: ['Free'],
}
const application = {
  id: 'p1',
  contentTypeId: 'planningApplication',
  title: 'Loft conversion',
  path: '/planning/1',
  date: '2026-03-14T09:00:00Z',
}

describe('cards', () => {
  test('say what it is, when, and what else there is to know, beside title and summary', () => {
    render(<CardList cards={[parade, application]} level={2} messages={messages} />)
    const [first, second] = screen.getAllByRole('listitem')
    expect(within(first!).getByRole('heading', { level: 2, name: 'Lantern <b>parade' })).toBeVisible()
    expect(first).toHaveTextContent('EventSaturday 28 November 2026, 4pm to 7pmFreeFrom the bridge.')
    expect(within(second!).getByText('14 March 2026')).toHaveAttribute('datetime', '2026-03-14T09:00:00Z')
  })

  test('have pictures with their size and no words, so that nothing moves; rows have none', () => {
    const { container, rerender } = render(<CardList cards={[parade]} level={3} messages={messages} />)
    const picture = container.querySelector('img')
    expect(picture).toHaveAttribute('alt', '')
    expect([picture?.width, picture?.height]).toEqual([1600, 900])
    expect(container.querySelector('[aria-hidden]')).toHaveTextContent('28Nov')
    rerender(<CardList cards={[parade]} level={3} messages={messages} layout="rows" />)
    expect(container.querySelector('img')).toBeNull()
  })

  test('says of what has begun until when, or when it goes on, and no day that is over', () => {
    const exhibition = {
      ...parade,
      dates: { from: '2026-10-24T09:00:00Z', to: '2027-01-31T17:00:00Z', isOn: true as const },
    }
    const cinema = {
      ...exhibition,
      path: '/cinema',
      dates: { ...exhibition.dates, next: '2026-11-24T13:00:00Z' },
    }
    render(<CardList cards={[exhibition, cinema]} level={3} messages={messages} />)
    const [first, second] = screen.getAllByRole('listitem')
    expect(first).toHaveTextContent('EventRuns until 31 January 2027FreeFrom the bridge.Now')
    expect(second).toHaveTextContent(
      'EventNext: Tuesday 24 November 2026, 1pm. Runs until 31 January 2027FreeFrom the bridge.24Nov',
    )
  })

  test('say of evenings that run until midnight the day on which the last one began', () => {
    const dates = { from: '2026-11-03T19:00:00Z', to: '2026-12-09T00:00:00Z', isOn: true } as const
    render(<CardList cards={[{ ...parade, dates }]} level={3} messages={messages} />)
    expect(screen.getByRole('listitem')).toHaveTextContent('Runs until 8 December 2026')
  })

  test('are numbered where their order says something', () => {
    const { rerender } = render(<CardList cards={[parade]} level={3} messages={messages} start={21} />)
    expect(screen.getByRole('list')).toHaveAttribute('start', '21')
    rerender(<CardList cards={[parade]} level={3} messages={messages} />)
    expect(screen.getByRole('list').tagName).toBe('UL')
  })

  test('show the numbers that something else on the page leads to, and what the page says of each', () => {
    const noted = { ...application, note: '2 miles away' }
    render(<CardList cards={[parade, noted]} level={3} messages={messages} start={21} isNumbered />)
    const second = document.getElementById('card-22')
    expect(second).toHaveTextContent('Loft conversion2 miles away14 March 2026')
    expect(within(second!).getByRole('heading')).toHaveAttribute('data-number', '22')
  })

  test('mark the given words, in title and summary', () => {
    const mark = (text: string) => <mark>{text.slice(0, 4)}</mark>
    render(<CardList cards={[parade]} level={3} messages={messages} mark={mark} />)
    expect(screen.getByRole('link').innerHTML).toBe('<mark>Lant</mark>')
    expect(screen.getByText('From').tagName).toBe('MARK')
  })
})
