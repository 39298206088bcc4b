import { LOGIN_PATH } from '@tessera/shared/config'
import { DEFAULT_LANGUAGE, languagePrefix } from '@tessera/shared/content'
import type { LoadRequest } from '@tessera/shared/contract'
import { chooseLanguage, type Catalogues } from '@tessera/shared/messages'
import type { FormState } from './form-state.ts'

/** Texts that only servers need: browsers load the other messages, and these are part of the state. */
const MESSAGES: Catalogues<Readonly<Record<'forbidden' | 'signIn' | 'signedOut', string>>> = {
  'en-GB': {
    signedOut: 'You have to sign in to fill in this form.',
    signIn: 'Sign in',
    forbidden: 'This form is not for your account.',
  },
  cy: {
    signedOut: 'Rhaid i chi fewngofnodi i lenwi’r ffurflen hon.',
    signIn: 'Mewngofnodi',
    forbidden: 'Nid yw’r ffurflen hon ar gyfer eich cyfrif.',
  },
}

/** What a visitor reads in place of a form that requires permission: 401 for strangers, 403 for other accounts. Source: reference forms 3.1. */
export function refusalOf(
  status: 401 | 403,
  { language, route: { currentPath, location } }: Pick<LoadRequest, 'language' | 'route'>,
): NonNullable<FormState['refusal']> {
  const chosen = MESSAGES[chooseLanguage(Object.keys(MESSAGES), language, DEFAULT_LANGUAGE)]
  const { signedOut = '', signIn: label = '', forbidden = '' } = chosen ?? {}
  if (status === 403) return { text: forbidden, label, path: null }
  const back = encodeURIComponent(`${location.pathname}${location.search}`)
  const path = `${languagePrefix(currentPath, language)}${LOGIN_PATH}?redirect_uri=${back}`
  return { text: signedOut, label, path }
}
