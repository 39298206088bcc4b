import {
  createStore,
  pathChanged,
  sessionEnded,
  signInFinished,
  storePart,
  userSlice,
  withEpics,
} from '@tessera/shared/store'
import type { HostState } from '@tessera/shared/contract'
import { DRAFT_FORMAT, type Draft } from '../domain/draft.ts'
import type { Drafts } from '../io/drafts.ts'
import { aField, aForm, aPage, noCalls } from '../testing/builders.ts'
import { saveDraftEpic, restoreDraftEpic } from './drafts.epic.ts'
import {
  formInterrupted,
  formLoaded,
  formOpened,
  formResumed,
  nextRequested,
  startedAgain,
  startUndone,
  submitFailed,
  submitFinished,
  submitRequested,
  valueChanged,
  valuesAdopted,
} from './form-actions.ts'
import { NOT_SENT, selectForm } from './form-state.ts'
import { formSlice } from './form.slice.ts'

const of = { formId: '1' }
const at = (currentPath: string) => ({ routing: { currentPath } as HostState['routing'] })
const form = aForm([
  aPage([aField({ id: 'a', isRequired: true })]),
  aPage([aField({ id: 'b', isRequired: true })]),
  aPage([aField({ id: 'c' })]),
])
const typed = (fieldId: string, value: string) => valueChanged({ ...of, fieldId, value })
const signedIn = (id: string) =>
  signInFinished({
    user: { id, username: id, email: '', firstName: '', lastName: '', name: id, groups: [], isStaff: false },
    credentials: { bearerTokenExpiryDate: '', refreshTokenExpiryDate: '' },
  })

/** A page with the form and a signed-in user; `tab` is the storage, which outlives the page. */
function aPageWithForm(tab: Map<string, unknown>, userId: string | null = 'u1') {
  const drafts: Drafts = {
    now: () => 1_000,
    save: (place, draft) =>
      void (draft === null
        ? tab.delete(place)
        : tab.set(place, { ...draft, keptAt: 1_000, format: DRAFT_FORMAT } satisfies Draft)),
    saveSoon: (place, draft) => drafts.save(place, draft()),
    read: (place) => tab.get(place) ?? null,
    readSubmission: () => null,
    saveSubmission: () => undefined,
  }
  const store = createStore({ parts: [{ owner: 'shell', slices: [userSlice] }], epics: withEpics() })
  store.inject(
    storePart({
      owner: 'mfe-forms',
      slices: [formSlice],
      epics: [saveDraftEpic, restoreDraftEpic],
      io: { ...noCalls, drafts },
    }),
  )
  if (userId) store.dispatch(signedIn(userId))
  store.dispatch(formLoaded({ ...of, definition: form }))
  return { store, state: () => selectForm(store.getState(), '1')! }
}

describe('what was typed before the script ran', () => {
  test('is stored once the form is opened, without another key; a form without input has no draft', () => {
    const tab = new Map<string, unknown>()
    const empty = aPageWithForm(tab)
    empty.store.dispatch(formOpened(of))
    expect([...tab]).toEqual([])
    const early = aPageWithForm(tab)
    early.store.dispatch(valuesAdopted({ ...of, values: { a: 'early' } }))
    early.store.dispatch(formOpened(of))
    expect(tab.get('1')).toMatchObject({ values: { a: 'early' } })
    const back = aPageWithForm(tab)
    back.store.dispatch(formOpened(of))
    expect(back.state()).toMatchObject({ values: { a: 'early' }, recovered: 'restored' })
  })

  test('stays its owner’s when their session has ended and the form is opened again', () => {
    const tab = new Map<string, unknown>()
    const { store } = aPageWithForm(tab)
    store.dispatch(valuesAdopted({ ...of, values: { a: 'early' } }))
    store.dispatch(formOpened(of))
    store.dispatch(sessionEnded())
    store.dispatch(formOpened(of))
    expect(tab.get('1')).toMatchObject({ userId: 'u1', values: { a: 'early' } })
  })
})

describe('a form that has to be left to sign in (reference security X51)', () => {
  test('is as it was when the visitor is back: values, and the page they were on', () => {
    const tab = new Map<string, unknown>()
    const before = aPageWithForm(tab)
    for (const action of [typed('a', 'one'), nextRequested(of), typed('b', 'two'), nextRequested(of)])
      before.store.dispatch(action)
    before.store.dispatch(typed('c', 'three'))
    before.store.dispatch(sessionEnded())
    before.store.dispatch(signedIn('u1'))
    before.store.dispatch(formInterrupted(of))
    const { store, state } = aPageWithForm(tab)
    store.dispatch(formOpened(of))
    expect(state().values).toEqual({ a: 'one', b: 'two', c: 'three' })
    expect(state().pageInfo.currentPageIndex).toBe(2)
    expect(state().recovered).toBe('restored')
    // The draft stays until the form is sent, since the page may crash next.
    expect(tab.size).toBe(1)
  })

  test('keeps what has been typed meanwhile, and goes no further than its pages are in order', () => {
    const tab = new Map<string, unknown>([
      [
        '1',
        {
          userId: 'u1',
          keptAt: 1_000,
          format: DRAFT_FORMAT,
          contentVersionId: '69',
          currentPageIndex: 2,
          values: { a: 'old', c: 'three' },
        },
      ],
    ])
    const { store, state } = aPageWithForm(tab)
    store.dispatch(typed('a', 'new'))
    store.dispatch(formOpened(of))
    expect(state().values).toEqual({ a: 'new', b: '', c: 'three' })
    expect(state().pageInfo.currentPageIndex).toBe(1)
    expect(state().isSummaryShown).toBe(false)
  })

  test('is not restored on another page', () => {
    const tab = new Map<string, unknown>()
    const before = aPageWithForm(tab)
    before.store.adopt(at('/contact'))
    before.store.dispatch(typed('a', 'one'))
    before.store.dispatch(formInterrupted(of))
    const { store, state } = aPageWithForm(tab)
    store.adopt(at('/news'))
    store.dispatch(formOpened(of))
    expect(state().values['a']).toBe('')
    store.adopt(at('/contact'))
    store.dispatch(formOpened(of))
    expect(state().values['a']).toBe('one')
  })

  test('is not shown to another user', () => {
    const tab = new Map<string, unknown>()
    const before = aPageWithForm(tab)
    before.store.dispatch(typed('a', 'one'))
    before.store.dispatch(formInterrupted(of))
    const { store, state } = aPageWithForm(tab, 'u2')
    store.dispatch(formOpened(of))
    expect(state().values).toEqual({ a: '', b: '', c: '' })
    expect(tab.size).toBe(0)
  })

  test('keeps nothing that was not typed, or that has been sent', () => {
    const tab = new Map<string, unknown>()
    const { store } = aPageWithForm(tab)
    store.dispatch(formInterrupted(of))
    for (const action of [typed('a', 'x'), submitRequested(of)]) store.dispatch(action)
    store.dispatch(submitFinished({ ...of, result: { ...NOT_SENT, success: true } }))
    store.dispatch(formInterrupted(of))
    expect(tab.size).toBe(0)
  })
})

describe('what is typed into a form (docs/decisions/0051)', () => {
  const begin = (tab: Map<string, unknown>, userId: string | null = null) => {
    const page = aPageWithForm(tab, userId)
    page.store.dispatch(formOpened(of))
    return page
  }

  test('is kept as it is typed, and is there after a reload, with a word about it', () => {
    const tab = new Map<string, unknown>()
    const before = begin(tab)
    expect(before.state().recovered).toBeUndefined()
    for (const action of [typed('a', 'one'), nextRequested(of), typed('b', 'two')])
      before.store.dispatch(action)
    const { state, store } = begin(tab)
    expect(state()).toMatchObject({ values: { a: 'one', b: 'two' }, recovered: 'restored' })
    expect(state().pageInfo.currentPageIndex).toBe(1)
    store.dispatch(nextRequested(of))
    expect(state().recovered).toBeUndefined()
  })

  test('stays its author’s when their session ends', () => {
    const tab = new Map<string, unknown>()
    const { store } = begin(tab, 'u1')
    store.dispatch(typed('a', 'one'))
    store.dispatch(sessionEnded())
    store.dispatch(typed('b', 'two'))
    expect(tab.get('1')).toMatchObject({ userId: 'u1', values: { a: 'one', b: 'two' } })
    expect(begin(tab, null).state().values['a']).toBe('')
    expect(tab.size).toBe(0)
  })

  test('is removed once the form was sent, and kept when sending failed', () => {
    const tab = new Map<string, unknown>()
    const { store } = begin(tab)
    store.dispatch(typed('a', 'one'))
    store.dispatch(submitFinished({ ...of, result: { ...NOT_SENT, success: false } }))
    expect(tab.size).toBe(1)
    store.dispatch(submitFinished({ ...of, result: { ...NOT_SENT, success: true } }))
    expect(tab.size).toBe(0)
  })

  test('is kept when the form could not be sent, a link is followed, and the page is left before the next one has come', () => {
    const tab = new Map<string, unknown>()
    const { store } = begin(tab)
    store.dispatch(typed('a', 'one'))
    for (const action of [submitRequested(of), submitFailed({ ...of, failure: 'no-answer' })])
      store.dispatch(action)
    store.dispatch(pathChanged({ path: '/news', search: '', hash: '' }))
    store.dispatch(formInterrupted(of))
    expect(tab.get('1')).toMatchObject({ values: { a: 'one' } })
  })

  test('is thrown away by starting again, and had back by thinking better of it', () => {
    const tab = new Map<string, unknown>()
    const { store, state } = begin(tab)
    for (const action of [typed('a', 'one'), nextRequested(of), typed('b', 'two')]) store.dispatch(action)
    store.dispatch(startedAgain(of))
    expect(state()).toMatchObject({ values: { a: '', b: '', c: '' }, pageInfo: { currentPageIndex: 0 } })
    expect(tab.size).toBe(0)
    store.dispatch(startUndone(of))
    expect(state()).toMatchObject({ values: { a: 'one', b: 'two' }, pageInfo: { currentPageIndex: 1 } })
    expect(state().discarded).toBeUndefined()
    expect(tab.size).toBe(1)
  })

  test('of another version of the form is kept as far as it fits, with a notice', () => {
    const tab = new Map<string, unknown>()
    begin(tab).store.dispatch(typed('a', 'one'))
    tab.set('1', { ...(tab.get('1') as object), contentVersionId: '68' })
    expect(begin(tab).state()).toMatchObject({ values: { a: 'one' }, recovered: 'changed' })
  })

  test('is not put into a form that was posted without script: what the server has is newer', () => {
    const tab = new Map<string, unknown>()
    begin(tab).store.dispatch(typed('a', 'old'))
    const { store, state } = aPageWithForm(tab, null)
    const { definition: _definition, ...posted } = state()
    store.dispatch(formResumed({ ...of, state: { ...posted, hidden: { sealed: 'x' } } }))
    store.dispatch(formOpened(of))
    expect(state().values['a']).toBe('')
    expect(tab.size).toBe(0)
  })

  test('comes back to the answers that were shown before they were sent', () => {
    const tab = new Map<string, unknown>()
    const reviewed = { ...form, hasReview: true }
    const load = () => {
      const page = aPageWithForm(tab, null)
      page.store.dispatch(formLoaded({ ...of, definition: reviewed }))
      page.store.dispatch(formOpened(of))
      return page
    }
    const { store } = load()
    for (const action of [typed('a', '1'), nextRequested(of), typed('b', '2'), nextRequested(of)])
      store.dispatch(action)
    store.dispatch(nextRequested(of))
    expect(load().state().pageInfo).toMatchObject({ currentPageIndex: 2, review: 'shown' })
  })
})
