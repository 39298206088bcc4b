import type { FormEmbedOptions } from '../mfe-forms/embed/options.ts'
import type { SearchEmbedOptions } from '../mfe-search/embed/options.ts'
import type { Mounted } from '../shared/embed/mount-embed.ts'

export type { FormEmbedOptions, Mounted, SearchEmbedOptions }

/** Shows something in an element. */
type Mount<Options> = (element: HTMLElement, options: Options) => Mounted<Options>

/** Show a form of a site (its origin, e.g. `https://www.larkmoor.gov.uk`). Rejects when the site cannot be reached; the element is as it was then. */
export const mountForm = async (
  site: string,
  element: HTMLElement,
  options: FormEmbedOptions,
): Promise<Mounted<FormEmbedOptions>> =>
  (await load<{ readonly mountForm: Mount<FormEmbedOptions> }>(site, 'forms')).mountForm(element, options)

/** Show the search of a site, by the rules of `mountForm`. */
export const mountSearch = async (
  site: string,
  element: HTMLElement,
  options: SearchEmbedOptions,
): Promise<Mounted<SearchEmbedOptions>> =>
  (await load<{ readonly mountSearch: Mount<SearchEmbedOptions> }>(site, 'search')).mountSearch(
    element,
    options,
  )

/** The site's own script, as a page without a bundler has it: it follows the releases of the site. */
const load = async <Module>(site: string, name: 'forms' | 'search'): Promise<Module> =>
  (await import(
    /* webpackIgnore: true */ /* @vite-ignore */ new URL(`/embed/${name}.js`, site).href
  )) as Module
