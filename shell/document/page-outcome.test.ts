import { messagesFor } from '../messages/index.ts'
import { renderError, renderNotFound, renderSlotFallback } from './page-outcome.ts'

const messages = messagesFor('en-GB', 'en-GB')

describe('pages that cannot be shown (specification 2, Not-found page)', () => {
  test('not found shows the status code, then the title, then the status text', () => {
    const markup = renderNotFound({ messages, statusCode: 410, statusText: 'Gone <b>' }).toString()
    const places = ['>410<', '<h1>Page Not Found</h1>', 'Gone &lt;b&gt;'].map((text) => markup.indexOf(text))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('not found is 404 unless told, and offers a way home and a search form beside that of the frame', () => {
    const markup = renderNotFound({ messages }).toString()
    expect(markup).toContain('>404<')
    expect(markup).toContain('action="/search"')
    expect(markup).not.toContain('role="search"')
    expect(markup).toContain('<a href="/">Home page</a>')
  })

  test('not found lists the useful links it is given', () => {
    const markup = renderNotFound({
      messages,
      links: [{ label: 'Services', path: '/services' }],
    }).toString()
    expect(markup).toContain('<a href="/services">Services</a>')
  })

  test('not found says of a page in another language that it is (WCAG 3.1.2)', () => {
    const links = [{ label: 'Gwasanaethau', path: '/cy/gwasanaethau', language: 'cy' }]
    const content = { text: null, near: [], links, term: '' }
    expect(renderNotFound({ messages, content }).toString()).toContain(
      '<a href="/cy/gwasanaethau" lang="cy" hreflang="cy">Gwasanaethau</a>',
    )
  })

  test('an error shows a request id to quote', () => {
    const markup = renderError({ messages, requestId: 'req-7<' }).toString()
    expect(markup).toContain('<code>req-7&lt;</code>')
    expect(markup).toContain('>500<')
  })

  test('an error says its status in the language of the page; what is English there is marked as such', () => {
    const said = (language: string, statusText: string) =>
      renderError({ messages: messagesFor(language, 'en-GB'), requestId: 'r', statusText }).toString()
    expect(said('cy', 'Service Unavailable')).toContain(
      '<p class="f-status" lang="cy">Nid yw’r gwasanaeth ar gael</p>',
    )
    expect(said('cy', 'Moved away')).toContain('<p class="f-status" lang="en">Moved away</p>')
    expect(said('en-GB', 'Service Unavailable')).toContain('lang="en">Service Unavailable</p>')
  })

  test('a failed slot shows one line, a failed main slot a message under a heading', () => {
    expect(renderSlotFallback(messagesFor('cy', 'en-GB'), false).toString()).toMatch(
      /^<p class="f-missing">Nid/,
    )
    expect(renderSlotFallback(messages, true).toString()).toContain('<h1>')
  })
})
