import type { HostState } from '@tessera/shared/contract'
import { messagesFor } from '../messages/index.ts'
import { createReloadMemory, outcomeState, outcomeView, type Outcome } from './outcome.client.ts'

const failed: Outcome = {
  status: 503,
  requestId: 'r-1',
  retry: '/news?x=1',
  messages: messagesFor('en-GB', 'en-GB'),
}
const missing: Outcome = { ...failed, status: 404 }
const show = (outcome: Outcome) => {
  document.body.innerHTML = '<header><a class="f-logo" href="/cy">x</a></header>'
  document.body.append(outcomeView(outcome))
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.f-ways a')]
  return {
    heading: document.querySelector('h1')?.textContent,
    text: document.querySelector('.f-outcome')?.textContent ?? '',
    links: links.map((link) => link.getAttribute('href')),
  }
}

describe('what became of a path, in place (specification 2, Not-found page)', () => {
  it('is the status, Page Not Found, and a way home in the language of the page', () => {
    const { heading, text, links } = show(missing)
    expect(heading).toBe('Page Not Found')
    expect(text).toContain('404')
    expect(text).not.toContain('r-1')
    expect(links).toEqual(['/cy'])
  })

  it('is an error with a number to quote, another try and a link home, without details', () => {
    const { heading, text, links } = show(failed)
    expect(heading).toBe('Sorry, something went wrong')
    expect(text).toContain('r-1')
    expect(links).toEqual(['/news?x=1', '/cy'])
  })

  it('speaks the language of the page', () => {
    const messages = messagesFor('cy', 'en-GB')
    expect(show({ ...missing, messages }).heading).not.toBe('Page Not Found')
    show({ ...failed, messages, statusText: 'Service Unavailable' })
    expect(document.querySelector('.f-status')?.outerHTML).toBe(
      '<p class="f-status" lang="cy">Nid yw’r gwasanaeth ar gael</p>',
    )
    show({ ...failed, messages, statusText: 'Moved' })
    expect(document.querySelector('.f-status')?.outerHTML).toBe('<p class="f-status" lang="en">Moved</p>')
  })
})

describe('the state of such a page (specification 4, Access and routing)', () => {
  const shown = {
    routing: { currentPath: '/a', entryID: 'e1', canonicalPath: '/a', statusCode: 200 },
    page: {
      head: { title: 'A', language: 'en-GB', dir: 'ltr' },
      slots: [{ id: 'main' }, { id: 'form-1', parent: 'main' }, { id: 'header-user' }],
    },
  } as unknown as HostState

  it('is not found, status 404, without an entry, and only the frame is left of the slots', () => {
    const { routing, page } = outcomeState(shown, new URL('/b?x=1', location.href), missing)
    expect(routing).toMatchObject({
      currentPath: '/b',
      entryID: null,
      entry: null,
      notFound: true,
      isError: false,
      statusCode: 404,
      isLoading: false,
    })
    expect(page.slots).toEqual([{ id: 'header-user' }])
    expect(page.head).toMatchObject({ title: 'Page Not Found', robots: 'noindex', canonicalPath: null })
  })

  it('asks for no state that the page before left out, and is not made for the visitor of that page', () => {
    const before = { ...shown.page, deferredKeys: ['form'], madeFor: 'member', catalogue: 'cy' } as const
    const { page } = outcomeState({ ...shown, page: before }, new URL('/b', location.href), failed)
    expect(Object.keys(page)).toEqual(['head', 'slots', 'catalogue'])
  })

  it('is an error with its status, and not a missing page', () => {
    expect(outcomeState(shown, new URL('/b', location.href), failed).routing).toMatchObject({
      notFound: false,
      isError: true,
      statusCode: 503,
      error: { status: 503 },
    })
  })

  it('says what the route says of it, on the page and in the state (specification 8)', () => {
    const said = { ...failed, statusText: 'Service <Unavailable>' }
    expect(show(said).text).toContain('Service <Unavailable>')
    const { routing } = outcomeState(shown, new URL('/b', location.href), said)
    expect(routing.error?.message).toBe('Service <Unavailable>')
    expect(show({ ...missing, statusText: 'Nowhere' }).text).not.toContain('Nowhere')
  })
})

describe('the memory of missing paths', () => {
  beforeEach(() => sessionStorage.clear())

  it('outlives the document', () => {
    createReloadMemory(() => sessionStorage).add('/gone')
    const next = createReloadMemory(() => sessionStorage)
    expect([next.has('/gone'), next.has('/other')]).toEqual([true, false])
  })

  it('lasts for this document where storage is switched off, and does not mind what others wrote there', () => {
    const memory = createReloadMemory(() => {
      throw new DOMException('denied')
    })
    memory.add('/gone')
    expect(memory.has('/gone')).toBe(true)
    sessionStorage.setItem('tessera-missing', '{"not":"a list"')
    expect(createReloadMemory(() => sessionStorage).has('/gone')).toBe(false)
  })

  it('holds the fifty newest', () => {
    const memory = createReloadMemory(() => sessionStorage)
    for (let n = 0; n <= 50; n += 1) memory.add(`/page-${n}`)
    expect([memory.has('/page-0'), memory.has('/page-1'), memory.has('/page-50')]).toEqual([
      false,
      true,
      true,
    ])
  })
})
