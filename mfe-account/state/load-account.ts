import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { readReturnPath } from '../domain/return-path.ts'
import { readSignInProblem } from '../domain/sign-in-problem.ts'
import { messages } from '../messages.ts'
import { accessDenied, signInOpened } from './account.slice.ts'

/** Read what the address of an account screen says. The user menu needs nothing but the route. */
export function loadAccount({ slot, query, language }: LoadRequest): Promise<LoadResult> {
  return Promise.resolve(loadView(slot.view, query, language))
}

function loadView(view: string, query: LoadRequest['query'], language: string): LoadResult {
  const words = messages(language)
  switch (view) {
    case 'sign-in': {
      const returnPath = readReturnPath(query['redirect_uri'] ?? query['ReturnURL'])
      const problem = readSignInProblem(query['error'])
      return {
        actions: [signInOpened({ returnPath, problem })],
        head: { title: words.signInTitle, robots: 'noindex' },
      }
    }
    case 'access-denied': {
      const requestedPath = readReturnPath(query['original_uri'])
      return {
        actions: [accessDenied({ requestedPath })],
        head: { title: words.accessDenied, robots: 'noindex' },
        status: 403,
      }
    }
    default:
      return {}
  }
}
