import { LOGIN_PATH } from '@tessera/shared/config'
import { DEFAULT_LANGUAGE, languagePrefix } from '@tessera/shared/content'
import type { LoadRequest } from '@tessera/shared/contract'
import { chooseLanguage } from '@tessera/shared/messages'
import { refusalMessages } from '../messages/refusal-messages.ts'
import type { FormState } from './form-state.ts'

/** What a visitor reads in place of a form that requires permission: 401 for anonymous visitors, 403 for other accounts. Source: reference forms 3.1. */
export function refusalOf(
  status: 401 | 403,
  { language, route: { currentPath, location } }: Pick<LoadRequest, 'language' | 'route'>,
): NonNullable<FormState['refusal']> {
  const chosen = refusalMessages[chooseLanguage(Object.keys(refusalMessages), language, DEFAULT_LANGUAGE)]
  const { signedOut = '', signIn: label = '', forbidden = '' } = chosen ?? {}
  if (status === 403) return { text: forbidden, label, path: null }
  // The path is decoded, and may hold a question mark.
  const here = location.pathname.split('/').map(encodeURIComponent).join('/')
  const back = encodeURIComponent(`${here}${location.search}`)
  const path = `${languagePrefix(currentPath, language)}${LOGIN_PATH}?redirect_uri=${back}`
  return { text: signedOut, label, path }
}
