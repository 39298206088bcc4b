import '@tessera/shared/ui/theme.css'
import type { JsonObject } from '@tessera/shared/contract'
import {
  adoptStyles,
  createFrame,
  createDeferredEpics,
  isFramed,
  type EmbedCode,
  type EmbedContext,
} from '@tessera/shared/embed'
import { showSlot } from '@tessera/shared/spa'
import { createBus, createStore } from '@tessera/shared/store'
import type { FormDefinition } from '../domain/form-definition.ts'
import {
  captchaKeyLoaded,
  formLoaded,
  gateGiven,
  submitFailed,
  submitRequested,
  valuesAdopted,
} from '../state/form-actions.ts'
import { FormSlot, slices } from '../remote.ts'
import { withCaptcha, type LoadCaptcha } from '../ui/captcha-context.tsx'
import { loadDeferred, loadedModules, loadParts, type DeferredModules } from './deferred/deferred.ts'
import { loadEmbedded, type EmbeddedForm } from './load-embedded.ts'
import type { FormEmbedOptions } from './options.ts'
import { deferSubmits } from './defer-submits.ts'

const OWNER = 'mfe-forms'
const SLOT_ID = 'form'
/** Events of a form that a visitor uses, or that a program fills in for them without focus. */
const INTERACTIONS = ['focusin', 'pointerdown', 'input', 'submit'] as const

/** Shows a form in a React root of its own. Rejects with forms/no-answer, forms/not-embeddable if it cannot be loaded. */
export const show: EmbedCode<FormEmbedOptions> = async (context, options) => {
  const { root, site, signal } = context
  const loaded = await loadEmbedded(site, options, signal)
  const { definition } = loaded
  // In a frame the deferred code follows links.
  if (isFramed(root) || needsDeferred(definition)) await loadDeferred()
  else if (definition.pages[0]?.fields.some(({ parts }) => parts)) await loadParts()
  const frame = createFrame(root, loaded.language)
  const { store, bus, epics, stop } = createState(context, options, loaded)
  const onLoaded = ({ styles, forwardEvents }: DeferredModules) => {
    forwardEvents(context, bus)
    adoptStyles(root, styles)
    // What has been typed meanwhile is validated now.
    store.dispatch(valuesAdopted({ formId: options.formId, values: {} }))
  }
  const loadAll = createDeferredLoader(epics.load, onLoaded, signal)
  if (loadedModules()) void loadAll()
  deferSubmits(frame, loadAll, loaded.messages)
  // Loaded while the first field is filled in; after a failure, the visitor's next action tries again.
  for (const event of INTERACTIONS) frame.addEventListener(event, () => void loadAll().catch(ignore))
  const remove = showSlot(
    frame,
    withCaptcha(FormSlot, captchaOf(site, loaded.language)),
    { slotId: SLOT_ID, view: 'form', props: toProps(options), store, bus, messages: loaded.messages },
    () => context.fail('forms/unexpected'),
  )
  return () => {
    remove()
    stop()
  }
}

/**
 * Whether the first page needs the code that is usually loaded later: it has a file field, or is the only page and has a captcha or
 * navigation rules.
 */
const needsDeferred = ({ pages, hasCaptcha }: FormDefinition): boolean => {
  const [first] = pages
  if (!first) return false
  return (
    first.fields.some(({ type }) => type === 'Upload') ||
    (pages.length === 1 && (hasCaptcha === true || first.rules.length > 0))
  )
}

/** Loads the deferred modules for this form, and calls `onLoaded` once. Rejects if loading fails; the next call tries again. */
function createDeferredLoader(
  loadEpics: () => void,
  onLoaded: (modules: DeferredModules) => void,
  signal: AbortSignal,
) {
  let isReported = false
  return async (): Promise<void> => {
    loadEpics()
    // At once if another form of the page has loaded them: an event of this one may follow.
    const modules = loadedModules() ?? (await loadDeferred())
    if (isReported || signal.aborted) return
    isReported = true
    onLoaded(modules)
  }
}

/** Failures are ignored: the visitor's next action tries again. */
const ignore = (): void => undefined

/** Loads the captcha's component: a chunk of its own, loaded with the form page that has a captcha. */
const captchaOf =
  (site: string, language: string): LoadCaptcha =>
  async () => {
    const query = new URLSearchParams({ origin: location.origin, language }).toString()
    return (await import('./captcha-frame.client.tsx')).frameCaptcha(`${site}/embed/captcha?${query}`)
  }

/** A store and a bus for the embed, as a page of the site has them, with the form in it. */
function createState({ site }: EmbedContext, options: FormEmbedOptions, loaded: EmbeddedForm) {
  const { formId } = options
  const reload = async (): Promise<FormDefinition> =>
    (await loadEmbedded(site, options, AbortSignal.timeout(RELOAD_MS))).definition
  const epics = createDeferredEpics({
    owner: OWNER,
    load: async () => (await loadDeferred()).formEpics(site, loaded.language, reload),
    onMissing: (action) =>
      submitRequested.match(action) ? submitFailed({ formId, failure: 'no-answer' }) : undefined,
  })
  const store = createStore({ epics })
  const bus = createBus()
  store.inject({ owner: OWNER, slices })
  store.dispatch(formLoaded({ formId, definition: loaded.definition }))
  const { captcha, ...gate } = loaded.gate
  store.dispatch(gateGiven(gate))
  const { captchaSiteKey } = loaded.definition
  if (captcha && captchaSiteKey) store.dispatch(captchaKeyLoaded({ siteKey: captchaSiteKey, captcha }))
  return { store, bus, epics, stop: () => store.dispose() }
}

/** The options as props: a slot of the site has the same names. */
const toProps = (options: FormEmbedOptions) => JSON.parse(JSON.stringify(options)) as JsonObject

const RELOAD_MS = 15_000
