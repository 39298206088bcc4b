import type { LoadRequest, LoadResult, PageHead } from '@tessera/shared/contract'
import { ACCOUNT_FORMS, type AccountFormName } from '../domain/account-form.ts'
import { readIssues, readOutcome, readWait } from '../domain/read-issues.ts'
import { readReturnPath, withoutHost } from '../domain/return-path.ts'
import { isInvalidLink } from '../domain/invalid-link.ts'
import type { AccountMessages } from '../messages/index.ts'
import { screenOpened } from './account-events.ts'
import { lastingOutcome, type AccountState } from './account-state.ts'

type ScreenRequest = Pick<LoadRequest, 'query' | 'posted' | 'route'>

/** Longest token that is read; the host accepts no longer one. */
const MAX_TOKEN = 2_048
/** Views that emails link to with a token. */
const WITH_TOKEN: readonly string[] = ['reset-password', 'verify']

/** Reads the state of an account screen from its URL and from a previous post. The user menu needs no data. */
export function loadAccount({
  slot: { view },
  messages,
  ...request
}: LoadRequest<AccountMessages>): Promise<LoadResult> {
  return Promise.resolve(loadView(view, messages, request))
}

function loadView(view: string, messages: AccountMessages, request: ScreenRequest): LoadResult {
  if (isForm(view)) {
    const state = formState(view, request)
    const isBroken =
      view === 'reset-password' &&
      state.token === null &&
      (!state.outcome || lastingOutcome(state.outcome) !== null)
    const title = isBroken ? messages.brokenLink : messages.forms[view].title
    return {
      actions: [screenOpened(state)],
      head: headOf(state.refusal ? `${messages.problemPrefix}${title}` : title),
    }
  }
  if (view !== 'access-denied') return {}
  const requestedPath = readReturnPath(request.query['original_uri'])
  return {
    actions: [screenOpened({ requestedPath })],
    head: headOf(messages.accessDenied.title),
    status: 403,
  }
}

const isForm = (view: string): view is AccountFormName => Object.hasOwn(ACCOUNT_FORMS, view)

const headOf = (title: string): Partial<PageHead> => ({ title, robots: 'noindex' })

/** Path to return to: `ReturnURL` at sign-in, `redirect` at registration, `redirect_uri` everywhere. Source: specification 2, 4. */
function returnPathOf(view: AccountFormName, { query, route }: ScreenRequest): string | null {
  const older = query[view === 'registration' ? 'redirect' : 'ReturnURL']
  return readReturnPath(withoutHost(older, route.currentHostname)) ?? readReturnPath(query['redirect_uri'])
}

function formState(view: AccountFormName, request: ScreenRequest): Partial<AccountState> {
  const { query, posted = {} } = request
  const issues = readIssues(query['error'])
  const outcome = readOutcome(query['done'])
  const token = query['token'] ?? ''
  const isToken = WITH_TOKEN.includes(view) && token !== '' && token.length <= MAX_TOKEN
  return {
    returnPath: returnPathOf(view, request),
    outcome: issues.length > 0 ? lastingOutcome(outcome) : outcome,
    token: isToken && !isInvalidLink({ issues }) ? token : null,
    posted,
    refusal: issues.length > 0 ? { issues, waitSeconds: readWait(query['wait']) } : null,
  }
}
