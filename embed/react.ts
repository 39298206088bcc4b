import { createElement, useEffect, useRef, type ReactElement, type ReactNode } from 'react'
import {
  mountForm,
  mountSearch,
  type FormEmbedOptions,
  type Mounted,
  type SearchEmbedOptions,
} from './index.ts'

interface EmbedProps {
  /** Origin of the site. */
  readonly site: string
  /** Shown until the embed is there, and where it cannot be had: a link to the same thing on the site. */
  readonly children?: ReactNode
  /** Every event of the embed: its name, e.g. `form:submitted`, and its details. */
  readonly onEmbedEvent?: (event: CustomEvent) => void
}

export type TesseraFormProps = FormEmbedOptions & EmbedProps
export type TesseraSearchProps = SearchEmbedOptions & EmbedProps

const FORM_EVENTS = ['start', 'page', 'invalid', 'submitted', 'abandoned', 'error', 'redirect'].map(
  (name) => `form:${name}`,
)
/** As the scripts of the site report it. */
const FAILED = { detail: { code: 'embed/unavailable' }, bubbles: true, composed: true }
const SEARCH_EVENTS = ['performed', 'result', 'error', 'redirect'].map((name) => `search:${name}`)

/** A form of the site, from React 18 on. One that is given other options begins anew. */
export const TesseraForm = (props: TesseraFormProps): ReactElement => useEmbed(props, mountForm, FORM_EVENTS)

/** The search of the site. */
export const TesseraSearch = (props: TesseraSearchProps): ReactElement =>
  useEmbed(props, mountSearch, SEARCH_EVENTS)

function useEmbed<Options extends object>(
  { site, children, onEmbedEvent, ...rest }: Options & EmbedProps,
  mount: (site: string, element: HTMLElement, options: Options) => Promise<Mounted<Options>>,
  events: readonly string[],
): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onEmbedEvent)
  useEffect(() => {
    tell.current = onEmbedEvent
  })
  const options = JSON.stringify(rest)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const gone = new AbortController()
    for (const name of events)
      element.addEventListener(name, (event) => tell.current?.(event as CustomEvent), { signal: gone.signal })
    mount(site, element, JSON.parse(options) as Options).then(
      (mounted) => {
        if (gone.signal.aborted) mounted.unmount()
        else gone.signal.addEventListener('abort', () => mounted.unmount())
      },
      // The site cannot be reached: what stands inside stays.
      () =>
        element.dispatchEvent(new CustomEvent(events.find((name) => name.endsWith(':error')) ?? '', FAILED)),
    )
    return () => gone.abort()
  }, [site, options, mount, events])
  return createElement('div', { ref: place }, children)
}
