import '@tessera/shared/ui/theme.css'
import type { JsonObject } from '@tessera/shared/contract'
import { adoptStyles, createFrame, lateEpics, type EmbedCode, type EmbedPlace } from '@tessera/shared/embed'
import { showSlot } from '@tessera/shared/spa'
import { createBus, createStore } from '@tessera/shared/store'
import type { FormDefinition } from '../domain/form-definition.ts'
import { embedPlace } from '../io/forms-place.ts'
import {
  captchaKeyLoaded,
  formLoaded,
  gateGiven,
  submitFailed,
  submitRequested,
  valuesAdopted,
} from '../state/form-actions.ts'
import { FormSlot, slices } from '../remote.ts'
import { withCaptcha, type LoadCaptcha } from '../ui/captcha-code.tsx'
import { given, loadParts, loadRest, type Rest } from './late/rest.ts'
import { loadEmbedded, type Loaded } from './load-embedded.ts'
import type { FormEmbedOptions } from './options.ts'
import { holdSubmits } from './hold-submits.ts'
import { tellOf } from './tell-of.ts'

const OWNER = 'mfe-forms'
const SLOT_ID = 'form'
/** Events of a form that a visitor uses, or that a program fills in for them without focus. */
const TOUCHED = ['focusin', 'pointerdown', 'input', 'submit'] as const

/** Shows a form in a React root of its own. Rejects with forms/no-answer, forms/not-embeddable if it cannot be loaded. */
export const show: EmbedCode<FormEmbedOptions> = async (place, options) => {
  const { root, site, signal } = place
  const loaded = await loadEmbedded(site, options, signal)
  const { definition } = loaded
  if (needsRest(definition)) await loadRest()
  else if (definition.pages[0]?.fields.some(({ parts }) => parts)) await loadParts()
  const frame = createFrame(root, loaded.language)
  const { store, bus, epics, stop } = stateOf(place, options, loaded)
  const come = ({ styles }: Rest) => {
    adoptStyles(root, styles)
    // What has been typed meanwhile is validated now.
    store.dispatch(valuesAdopted({ formId: options.formId, values: {} }))
  }
  const wake = wakeOnce(epics.wake, come, signal)
  const rest = given()
  if (rest) come(rest)
  holdSubmits(frame, wake, loaded.messages)
  // Loaded while the first field is filled in; after a failure, the visitor's next action tries again.
  for (const touched of TOUCHED) frame.addEventListener(touched, () => void wake().catch(ignore))
  const remove = showSlot(
    frame,
    withCaptcha(FormSlot, captchaOf(site, loaded.language)),
    { slotId: SLOT_ID, view: 'form', props: toProps(options), store, bus, messages: loaded.messages },
    () => place.fail('forms/unexpected'),
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
const needsRest = ({ pages, hasCaptcha }: FormDefinition): boolean => {
  const [first] = pages
  if (!first) return false
  return (
    first.fields.some(({ type }) => type === 'Upload') ||
    (pages.length === 1 && (hasCaptcha === true || first.rules.length > 0))
  )
}

/** Loads the rest for this form, and calls `come` once. Rejects if loading fails; the next call tries again. */
function wakeOnce(wakeEpics: () => void, come: (rest: Rest) => void, signal: AbortSignal) {
  let hasCome = given() !== null
  return async (): Promise<void> => {
    wakeEpics()
    const rest = await loadRest()
    if (hasCome || signal.aborted) return
    hasCome = true
    come(rest)
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
function stateOf({ site, tell }: EmbedPlace, options: FormEmbedOptions, loaded: Loaded) {
  const { formId, language } = options
  const again = async (): Promise<FormDefinition> =>
    (await loadEmbedded(site, options, AbortSignal.timeout(RELOAD_MS))).definition
  const epics = lateEpics({
    owner: OWNER,
    load: async () => {
      const { createFormsIo, createOpenForm, epics, NO_DRAFTS, withEpics } = await loadRest()
      const loaders = async () => ({ loadForm: again, openForm: createOpenForm(again) })
      const io = createFormsIo(embedPlace(site, language ?? loaded.language), loaders, NO_DRAFTS)
      return { runner: withEpics(), epics, io }
    },
    onMissing: (waiting) =>
      submitRequested.match(waiting) ? submitFailed({ formId, failure: 'no-answer' }) : undefined,
  })
  const store = createStore({ epics })
  const bus = createBus()
  store.inject({ owner: OWNER, slices })
  store.dispatch(formLoaded({ formId, definition: loaded.definition }))
  const { captcha, ...gate } = loaded.gate
  store.dispatch(gateGiven(gate))
  const { captchaSiteKey } = loaded.definition
  if (captcha && captchaSiteKey) store.dispatch(captchaKeyLoaded({ siteKey: captchaSiteKey, captcha }))
  tellOf(bus, tell, (path) => new URL(path, site).href)
  return { store, bus, epics, stop: () => store.dispose() }
}

/** The options as props: a slot of the site has the same names. */
const toProps = (options: FormEmbedOptions): JsonObject =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as JsonObject

const RELOAD_MS = 15_000
