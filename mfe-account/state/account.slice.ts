import { asSlice, createAction, createSlice } from '@tessera/shared/store'
import type { SignInProblem } from '../messages.ts'

/** What the account screens show. Owner: this remote. */
export interface AccountState {
  /** Where to go after signing in, as data: the host decides whether to. */
  readonly returnPath: string | null
  readonly problem: SignInProblem | null
  /** The path that was refused. */
  readonly requestedPath: string | null
}

const EMPTY: AccountState = { returnPath: null, problem: null, requestedPath: null }

/** The sign-in page was asked for. */
export const signInOpened = createAction<Pick<AccountState, 'returnPath' | 'problem'>>('account/signInOpened')
/** A page was refused to a signed-in visitor. */
export const accessDenied = createAction<Pick<AccountState, 'requestedPath'>>('account/accessDenied')

const slice = createSlice({
  name: 'account',
  initialState: EMPTY,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(signInOpened, (_, { payload }) => ({ ...EMPTY, ...payload }))
      .addCase(accessDenied, (_, { payload }) => ({ ...EMPTY, ...payload })),
})

/** The remote's one slice, under its one key. */
export const accountSlice = asSlice(slice)

/** This remote's part of the state; empty before anything was loaded. */
export const selectAccount = (state: Readonly<Record<string, unknown>>): AccountState =>
  (state['account'] as AccountState | undefined) ?? EMPTY
