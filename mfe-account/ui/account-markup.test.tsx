import { createBus, createStore, userSlice } from '@tessera/shared/store'
import { renderSlot } from '@tessera/shared/ssr'
import { examples, stateOf } from '../examples/index.ts'
import { catalogues } from '../messages/index.ts'
import { accountSlice } from '../state/account.slice.ts'
import { AccountSlot } from './account-slot.tsx'

const markupOf = (example: (typeof examples)[number], more: object = {}): string =>
  renderSlot(AccountSlot, {
    slotId: 'main',
    view: example.view,
    props: {},
    bus: createBus(),
    messages: catalogues['en-GB'],
    store: createStore({
      parts: [{ owner: 'test', slices: [userSlice, accountSlice] }],
      preloadedState: { ...stateOf(example, 'en-GB'), ...more },
    }),
  })

describe('account screens before any script (reference security X53)', () => {
  it.each(examples)(
    'have no button that needs a script, and let the browser check: $view, $name',
    (example) => {
      const html = markupOf(example)
      expect(html).not.toMatch(/<button(?![^>]*type="submit")/)
      expect(html).not.toContain('novalidate')
      expect(html).not.toMatch(/<form(?![^>]*method="post")/)
    },
  )

  it('give the focus to what went wrong, with no script to move it', () => {
    const [example] = examples.filter(({ view, name }) => view === 'sign-in' && name === 'refused')
    const posted = markupOf({ ...example!, account: { ...example!.account, refusals: 0 } })
    expect(posted).toMatch(/<div[^>]*role="alert"[^>]*autofocus/)
    expect(markupOf(example!)).not.toContain('autofocus')
  })

  it('lead back from sign-in to a page whose path has a question mark', () => {
    const [example] = examples.filter(({ view, name }) => view === 'user-menu' && name === 'anonymous')
    const location = { pathname: '/docs/what?', search: '?x=1', hash: '' }
    const html = markupOf(example!, { routing: { currentPath: location.pathname, location } })
    expect(html).toContain('/account/login?redirect_uri=%2Fdocs%2Fwhat%253F%3Fx%3D1')
  })

  it.each([
    ['/cy/t%C5%B7-haf', '/cy/tŷ-haf'],
    ['/a%zz', '/a%zz'],
  ])('name the path that was refused, %s, by its letters: %s', (requestedPath, shown) => {
    const [example] = examples.filter(({ view }) => view === 'access-denied')
    const html = markupOf({ ...example!, account: { ...example!.account, requestedPath } })
    expect(html).toContain(`<code>${shown}</code>`)
  })

  it('carry no password, whatever the state holds', () => {
    const [example] = examples.filter(({ view }) => view === 'registration')
    const html = markupOf({ ...example!, account: { posted: { password: 'leaked', email: 'asha' } } })
    expect(html).toContain('value="asha"')
    expect(html).not.toContain('leaked')
  })
})
