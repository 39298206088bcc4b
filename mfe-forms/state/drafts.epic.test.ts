import {
  createStore,
  sessionEnded,
  signInFinished,
  storePart,
  userSlice,
  withEpics,
} from '@tessera/shared/store'
import type { HostState } from '@tessera/shared/contract'
import type { Draft } from '../domain/draft.ts'
import type { Drafts } from '../io/drafts.ts'
import { aField, aForm, aPage, noCalls } from '../testing/builders.ts'
import { keepDraftEpic, restoreDraftEpic } from './drafts.epic.ts'
import {
  formInterrupted,
  formLoaded,
  formOpened,
  nextRequested,
  submitFinished,
  submitRequested,
  valueChanged,
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

/** A page with the form, on which somebody is signed in; `tab` is what outlives it. */
function aPageWithForm(tab: Map<string, unknown>, userId: string | null = 'u1') {
  const drafts: Drafts = {
    now: () => 1_000,
    keep: (formId, draft) => void tab.set(formId, { ...draft, keptAt: 1_000 } satisfies Draft),
    take: (formId) => {
      const found = tab.get(formId) ?? null
      tab.delete(formId)
      return found
    },
  }
  const store = createStore({ parts: [{ owner: 'shell', slices: [userSlice] }], epics: withEpics() })
  store.inject(
    storePart({
      owner: 'mfe-forms',
      slices: [formSlice],
      epics: [keepDraftEpic, restoreDraftEpic],
      io: { ...noCalls, drafts },
    }),
  )
  if (userId) store.dispatch(signedIn(userId))
  store.dispatch(formLoaded({ ...of, definition: form }))
  return { store, state: () => selectForm(store.getState(), '1')! }
}

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
    expect(tab.size).toBe(0)
  })

  test('keeps what has been typed meanwhile, and goes no further than its pages are in order', () => {
    const tab = new Map<string, unknown>([
      ['1', { userId: 'u1', keptAt: 1_000, currentPageIndex: 2, values: { a: 'old', c: 'three' } }],
    ])
    const { store, state } = aPageWithForm(tab)
    store.dispatch(typed('a', 'new'))
    store.dispatch(formOpened(of))
    expect(state().values).toEqual({ a: 'new', b: '', c: 'three' })
    expect(state().pageInfo.currentPageIndex).toBe(1)
    expect(state().isSummaryShown).toBe(false)
  })

  test('is another on another page', () => {
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
