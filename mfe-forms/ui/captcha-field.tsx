import { useEffect, useState, type ComponentType, type RefObject } from 'react'
import { telephoneAddress } from '@tessera/shared/content'
import type { FormCaptcha, HostState } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { FormsMessages } from '../messages/index.ts'
import { captchaExpired, captchaSolved } from '../state/form-actions.ts'
import { selectForm, selectFormsState } from '../state/form-state.ts'
import type { CaptchaProps, CaptchaWidgetProps, LoadWidget } from './captcha-context.tsx'
import styles from './outcome.module.css'

/** Width of the widget at its normal size, in pixels. */
const NORMAL_WIDTH = 304

/** The captcha widget of a form, its notice, and its result in the store. */
export function CaptchaField({
  noticeId,
  group,
  formId,
  siteKey,
  messages,
  dispatch,
  loadWidget,
}: CaptchaProps & { readonly loadWidget: LoadWidget }) {
  const isHuman = useSelector((page) => selectForm(page, formId)?.captchaToken !== undefined)
  const captcha = useSelector((page) => selectFormsState(page).captcha)
  const isAllowed = useSelector(mayLoad)
  const [hasExpired, setExpired] = useState(false)
  // Without its widget nothing reports that the token has expired.
  useEffect(() => () => void dispatch(captchaExpired({ formId })), [formId, dispatch])
  return (
    <WidgetBox
      {...{ noticeId, group, siteKey, isHuman, hasExpired, messages, loadWidget }}
      captcha={isAllowed ? captcha : null}
      contact={captcha?.contact}
      onSolved={(token) => {
        setExpired(false)
        dispatch(captchaSolved({ formId, token }))
      }}
      onExpired={() => {
        setExpired(true)
        dispatch(captchaExpired({ formId }))
      }}
    />
  )
}

/** A form that is loaded late may need a captcha that the policy of its document forbids. An embed has no such policy. */
const mayLoad = (state: unknown): boolean => {
  const { page } = state as Partial<HostState>
  return page === undefined || page.allowsCaptcha === true
}

const addressOf = (state: unknown): string => {
  const { pathname = '', search = '' } = (state as Partial<HostState>).routing?.location ?? {}
  return pathname + search
}

interface WidgetBoxProps extends Pick<CaptchaWidgetProps, 'isHuman' | 'onExpired' | 'onSolved' | 'siteKey'> {
  readonly noticeId: string
  readonly group: CaptchaProps['group']
  readonly hasExpired: boolean
  /** Null if this document may not load it. */
  readonly captcha: FormCaptcha | null
  readonly contact: FormCaptcha['contact'] | undefined
  readonly messages: FormsMessages
  readonly loadWidget: LoadWidget
}

function WidgetBox({
  noticeId,
  group,
  captcha,
  contact,
  messages,
  hasExpired,
  loadWidget,
  ...widget
}: WidgetBoxProps) {
  const { Widget, size, isBlocked, retry, fail } = useWidget(loadWidget, captcha, group)
  const retryHere = () => {
    // The button that was pressed is removed.
    group.current?.focus()
    retry()
  }
  return (
    <>
      {isBlocked ? (
        <Blocked {...{ id: noticeId, contact, messages }} onRetry={captcha && retryHere} />
      ) : (
        <div role="status" id={noticeId}>
          <p>{noticeOf(widget.isHuman, hasExpired, messages)}</p>
          {!Widget && <p>{messages.captchaLoading}</p>}
        </div>
      )}
      {Widget && <Widget {...widget} {...{ messages, size }} onFailed={fail} />}
    </>
  )
}

function noticeOf(isHuman: boolean, hasExpired: boolean, messages: FormsMessages): string {
  if (isHuman) return messages.captchaDone
  return hasExpired ? messages.captchaExpired : messages.captcha
}

interface BlockedProps extends Pick<WidgetBoxProps, 'contact' | 'messages'> {
  readonly id: string
  /** Null if only a new document can load it. */
  readonly onRetry: (() => void) | null
}

/** The script could not be loaded: possible reasons, another attempt, and other ways of contact. */
function Blocked({ id, contact = {}, messages, onRetry }: BlockedProps) {
  const address = useSelector(addressOf)
  const { telephone, email } = contact
  return (
    <div className={styles['failure']} role="alert">
      <p id={id}>{messages.captchaBlocked}</p>
      {(telephone ?? email) && (
        <p>
          {messages.captchaContact} {telephone && <a href={telephoneAddress(telephone)}>{telephone}</a>}
          {telephone && email && ', '}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      )}
      {onRetry ? (
        <button className="button button--quiet" type="button" onClick={onRetry}>
          {messages.tryAgain}
        </button>
      ) : (
        <a href={address} data-full-load="">
          {messages.tryAgain}
        </a>
      )}
    </div>
  )
}

/** The loading state of the widget. */
interface WidgetState {
  readonly Widget: ComponentType<CaptchaWidgetProps> | null
  readonly size: CaptchaWidgetProps['size']
  readonly isBlocked: boolean
}

const LOADING: WidgetState = { Widget: null, size: 'normal', isBlocked: false }
const BLOCKED: WidgetState = { ...LOADING, isBlocked: true }

/** Loads the widget. */
function useWidget(
  loadWidget: LoadWidget,
  captcha: FormCaptcha | null,
  group: RefObject<HTMLElement | null>,
) {
  const [attempt, setAttempt] = useState(0)
  const [found, setFound] = useState(LOADING)
  const scriptUrl = captcha?.scriptUrl
  useEffect(() => {
    if (scriptUrl === undefined) return
    const unmounted = new AbortController()
    const update = (result: WidgetState) => {
      if (!unmounted.signal.aborted) setFound(result)
    }
    loadWidget(scriptUrl, unmounted.signal).then(
      (Widget) => update({ ...LOADING, Widget, size: sizeIn(group.current) }),
      () => update(BLOCKED),
    )
    return () => unmounted.abort()
  }, [scriptUrl, loadWidget, attempt, group])
  return {
    ...(scriptUrl === undefined ? BLOCKED : found),
    fail: () => setFound(BLOCKED),
    retry: () => {
      setFound(LOADING)
      setAttempt(attempt + 1)
    },
  }
}

/** The size of the widget: compact if the normal one would not fit. */
const sizeIn = (element: HTMLElement | null): CaptchaWidgetProps['size'] =>
  element && element.clientWidth > 0 && element.clientWidth < NORMAL_WIDTH ? 'compact' : 'normal'
