import '@tessera/shared/ui/theme.css'
import { DATA_PATH } from '@tessera/shared/config'
import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { AskData, Json } from '@tessera/shared/contract'
import { createFrame, isFramed, leave, leaveFrame, type EmbedCode } from '@tessera/shared/embed'
import { cleanTerm, MAX_TERM_LENGTH } from '../domain/clean-term.ts'
import { highlighter } from '../domain/highlight.ts'
import { movesCaret, nextActive, currentSuggestions } from '../domain/combobox.ts'
import type { Suggestion, Suggestions } from '../domain/search-state.ts'
import { MIN_TYPED, TYPING_MS } from '../domain/typed-term.ts'
import { pause } from '../io/pause.ts'
import { createSuggest } from '../io/suggest.ts'
import type { SearchMessages } from '../messages/index.ts'
import { comboboxAttributes, optionId } from '../ui/combobox-attributes.ts'
import styles from '../ui/search-box.module.css'
import { loadMessages } from './fetch-from-site.ts'
import { createElements } from './create-elements.ts'
import { pageOn, type SearchEmbedOptions } from './options.ts'

const LIST_ID = 'search-suggestions'

/** A GET form to the site's search page that suggests pages, as `ui/search-box.tsx` does, without React. */
export const show: EmbedCode<SearchEmbedOptions> = async (context, options) => {
  const { root, site, signal, emit } = context
  const { language, messages } = await loadMessages(options)
  // Removed meanwhile: the element may have another embed by now.
  signal.throwIfAborted()
  const action = [pageOn(site, options, language), ...(options.config ? [options.config] : [])].join('/')
  const parts = drawBox(root.ownerDocument, action, messages)
  createFrame(root, language).append(parts.form)
  const suggest = createSuggest(fetchUnchecked(site, options))
  suggestPages(parts, {
    signal,
    messages,
    suggest: async (term, gone) => {
      await pause(TYPING_MS, gone)
      return { term, items: await suggest(term, gone) }
    },
    choose({ path }) {
      const { href: url } = new URL(path, site)
      emit('result', { url })
      leave(context, url)
    },
  })
  const onSubmit = (event: Event) => {
    emit('performed', { config: options.config ?? null })
    if (!isFramed(root)) return
    event.preventDefault()
    leaveFrame(`${action}?${new URLSearchParams({ term: parts.input.value }).toString()}`)
  }
  parts.form.addEventListener('submit', onSubmit, { signal })
  return () => parts.form.remove()
}

/** Like `askSite`, in fewer bytes: if a request fails the box just suggests nothing, so errors need no handling. */
const fetchUnchecked =
  (site: string, { language = DEFAULT_LANGUAGE }: SearchEmbedOptions): AskData =>
  async ({ remote, name, params }, signal) => {
    const query = new URLSearchParams({
      language,
      ...(params as Readonly<Record<string, string>>),
    }).toString()
    const address = `${site}/embed${DATA_PATH}/${remote}/${name}?${query}`
    return (await (await fetch(address, { credentials: 'omit', signal })).json()) as Json
  }

interface BoxParts {
  readonly form: HTMLFormElement
  readonly input: HTMLInputElement
  readonly popup: HTMLElement
  readonly list: HTMLElement
  readonly status: HTMLElement
}

function drawBox(page: Document, action: string, messages: SearchMessages): BoxParts {
  const make = createElements(page)
  const input = make('input', {
    type: 'search',
    id: 'search-term',
    name: 'term',
    'aria-describedby': 'search-hint',
    autocomplete: 'off',
    enterkeyhint: 'search',
    maxlength: String(MAX_TERM_LENGTH),
  })
  const list = make('div', { role: 'listbox', id: LIST_ID, 'aria-label': messages.suggestionsLabel })
  const popup = make('div', { class: styles['popup'], hidden: '' }, list)
  const status = make('p', { class: 'visually-hidden', role: 'status' })
  const form = make(
    'form',
    { class: styles['box'], action, role: 'search', 'aria-label': messages.label },
    make('label', { for: 'search-term' }, messages.label),
    make('p', { class: styles['hint'], id: 'search-hint' }, messages.hint),
    make(
      'div',
      { class: styles['row'] },
      make('div', { class: styles['combobox'] }, input, popup, status),
      make('button', { class: 'button', type: 'submit' }, messages.search),
    ),
  )
  return { form, input, popup, list, status }
}

interface Suggesting {
  readonly signal: AbortSignal
  readonly messages: SearchMessages
  /** Waits for a pause in typing first. */
  readonly suggest: (term: string, signal: AbortSignal) => Promise<Suggestions>
  readonly choose: (page: Suggestion) => void
}

/** The box as a combobox (ARIA 1.2, editable, list autocomplete). */
function suggestPages(
  { form, input, popup, list, status }: BoxParts,
  { signal, messages, suggest, choose }: Suggesting,
): void {
  let known: Suggestions | undefined
  /** Path of the suggestion that Enter would choose. */
  let activePath: string | undefined
  let isWanted = false
  let newest = new AbortController()

  const draw = () => {
    const pages = currentSuggestions(known === undefined ? {} : { suggestions: known }, input.value)
    const isOpen = isWanted && pages.length > 0
    const active = isOpen ? pages.findIndex(({ path }) => path === activePath) : -1
    activePath = pages[active]?.path
    popup.hidden = !isOpen
    list.replaceChildren(...drawRows(list.ownerDocument, { pages, typed: input.value, active, choose: go }))
    const attributes = comboboxAttributes({ isOpen, active }, LIST_ID)
    input.removeAttribute('aria-activedescendant')
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, String(value))
    const told = isOpen ? messages.suggestions(pages.length) : ''
    if (status.textContent !== told) status.textContent = told
    return { pages, isOpen, active }
  }
  const show = (isShown: boolean) => {
    isWanted = isShown
    activePath = undefined
    draw()
  }
  // The list is closed, since the page around it may stay and follow the suggestion itself.
  const go = (page: Suggestion) => (show(false), choose(page))
  const ask = async () => {
    newest.abort()
    newest = new AbortController()
    const gone = AbortSignal.any([newest.signal, signal])
    const term = input.value.trim()
    // If the request fails, the box works without suggestions.
    const answer = term.length < MIN_TYPED ? undefined : await suggest(term, gone).catch(() => undefined)
    if (gone.aborted) return
    known = answer
    draw()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, keys belong to the input method.
    if (event.isComposing) return
    const { pages, isOpen, active } = draw()
    const next = nextActive(event.key, active, pages.length)
    const chosen = pages[active]
    if (event.key === 'Escape' && isOpen) show(false)
    else if (event.key === 'Enter' && chosen) go(chosen)
    else if (next !== null && pages.length > 0 && (isOpen || event.key.startsWith('Arrow'))) {
      isWanted = true
      activePath = pages[next]?.path
      list.children[draw().active]?.scrollIntoView?.({ block: 'nearest' })
    } else return movesCaret(event.key) ? show(isWanted) : undefined
    event.preventDefault()
  }
  input.addEventListener('keydown', onKeyDown, { signal })
  input.addEventListener('blur', () => show(false), { signal })
  form.addEventListener('submit', () => show(false), { signal })
  input.addEventListener('click', () => show(true), { signal })
  input.addEventListener('input', () => (show(true), void ask()), { signal })
  // Pressing a suggestion would take the focus from the input, and losing it closes the popup.
  popup.addEventListener('pointerdown', (event) => event.preventDefault(), { signal })
  draw()
}

interface Rows extends Pick<Suggesting, 'choose'> {
  readonly pages: readonly Suggestion[]
  readonly typed: string
  readonly active: number
}

function drawRows(page: Document, { pages, typed, active, choose }: Rows): readonly HTMLElement[] {
  const make = createElements(page)
  const highlight = highlighter(cleanTerm(typed))
  return pages.map((suggestion, index) => {
    const parts = highlight(suggestion.title).map(({ text, isMatch }) =>
      isMatch ? make('b', {}, text) : text,
    )
    const row = make(
      'div',
      { role: 'option', id: optionId(LIST_ID, index), 'aria-selected': String(index === active) },
      make('span', {}, ...parts),
      ...(suggestion.kind === undefined ? [] : [make('small', {}, suggestion.kind)]),
    )
    row.addEventListener('click', () => choose(suggestion))
    return row
  })
}
