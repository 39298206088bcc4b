/** What can be embedded in a page of another site: a form, or one of the modes of a search. */
export const SHOWN = ['form', 'box', 'results', 'listing'] as const

/** The settings of an embed. Texts that were not set are empty. */
export interface EmbedChoice {
  readonly show: (typeof SHOWN)[number]
  readonly formId: string
  readonly provider: 'classic' | 'forms-api'
  readonly showSteps: boolean
  /** Name of a facet, or of a listing. */
  readonly config: string
  readonly label: string
  readonly language: string
  /** Path of the page of this site with the same content. */
  readonly page: string
  /** Whether it is dark for visitors who prefer a dark colour scheme. */
  readonly isDarkToo: boolean
  /** Colour of buttons: `#rrggbb`. */
  readonly action: string
  /** Whether it uses the font of the page around it instead of the site's. */
  readonly isHostFont: boolean
}

const NAME = /^[\w-]{1,64}$/
const PATH = /^\/(?!\/)[\w/.~%-]{0,200}$/
const COLOUR = /^#[\da-f]{6}$/i
const LABEL = /^.{1,100}$/

/** Reads the settings from a query string; invalid values are left out. The default language is the first one. */
export function readChoice(
  query: Readonly<Record<string, string>>,
  languages: readonly string[],
): EmbedChoice {
  const read = (name: string, pattern: RegExp) => {
    const value = query[name]?.trim() ?? ''
    return pattern.test(value) ? value : ''
  }
  return {
    show: SHOWN.find((one) => one === query['show']) ?? 'box',
    formId: read('formId', NAME),
    provider: query['provider'] === 'forms-api' ? 'forms-api' : 'classic',
    showSteps: query['showSteps'] === 'true',
    config: read('config', NAME),
    label: read('label', LABEL),
    language: languages.find((one) => one === query['language']) ?? languages[0] ?? '',
    page: read('page', PATH),
    isDarkToo: query['isDarkToo'] === 'true',
    action: read('action', COLOUR).toLowerCase(),
    isHostFont: query['isHostFont'] === 'true',
  }
}

/** The script, the remote and the custom element of an embed. */
export const elementOf = ({ show }: EmbedChoice) =>
  show === 'form'
    ? ({ script: 'forms', remote: 'mfe-forms', name: 'tessera-form' } as const)
    : ({ script: 'search', remote: 'mfe-search', name: 'tessera-search' } as const)

/** Attributes of the element; null while a required one is missing: the id of a form, the name of a listing. */
export function attributesOf(choice: EmbedChoice): Readonly<Record<string, string>> | null {
  const { show, formId, provider, showSteps, config, label, language, page, isDarkToo } = choice
  const scheme = isDarkToo && { scheme: 'auto' }
  if (show === 'form')
    return formId
      ? {
          'form-id': formId,
          language,
          ...(provider !== 'classic' && { provider }),
          ...(showSteps && { 'show-steps': '' }),
          ...scheme,
        }
      : null
  if (show === 'listing' && !config) return null
  return {
    mode: show,
    ...(config && { config }),
    language,
    ...(page && { page }),
    ...(label && { label }),
    ...scheme,
  }
}

/** Custom properties of the element. */
export const tokensOf = ({ action, isHostFont }: EmbedChoice): Readonly<Record<string, string>> => ({
  ...(action && {
    '--color-action': action,
    '--color-action-hover': action,
    '--color-action-ink': textColourOn(action),
  }),
  ...(isHostFont && { '--font-body': 'inherit', '--font-display': 'inherit' }),
})

/** Black or white, whichever has the higher contrast with a colour. Source: WCAG 2.2, relative luminance. */
function textColourOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? '#000000' : '#ffffff'
}
