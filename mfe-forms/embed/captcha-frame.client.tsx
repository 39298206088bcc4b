import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import type { CaptchaProps, CaptchaWidgetProps, LoadWidget } from '../ui/captcha-context.tsx'
import { CaptchaField } from '../ui/captcha-field.tsx'
import styles from '../ui/outcome.module.css'
import { RESET, type CaptchaRequest, type CaptchaEvent } from './captcha-messages.ts'

/**
 * Time limits of the frame in milliseconds: in all, and from the load of its document to its first message, which never comes if the host's
 * policy blocks the frame.
 */
const DEADLINE_MS = 15_000
const START_MS = 3_000
/** Height of the widget in pixels until it reports its own, and the maximum height. */
const HEIGHTS = { normal: 78, compact: 144 } as const
const MAX_HEIGHT = 800

/**
 * The captcha of a form on a page of another site, in a frame whose document (`address`) is from the form's site. So neither a script nor a
 * name of the captcha service reaches the host, whose policy only has to allow one frame. Source: docs/decisions/0086.
 */
export function frameCaptcha(address: string): ComponentType<CaptchaProps> {
  const Widget = (props: CaptchaWidgetProps) => <CaptchaFrame address={address} {...props} />
  const loadWidget: LoadWidget = async () => Widget
  return (props) => <CaptchaField {...props} loadWidget={loadWidget} />
}

function CaptchaFrame({ address, ...props }: CaptchaWidgetProps & { readonly address: string }) {
  const { messages, size, isHuman } = props
  const [isShown, setShown] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>(HEIGHTS[size])
  useLayoutEffect(() => {
    // A content security policy does not restrict styles that a script sets.
    if (frame.current) frame.current.style.blockSize = `${height}px`
  }, [height])
  const channel = useFrameChannel(address, size, (event) => {
    if (event.kind === 'shown') setShown(true)
    if (event.kind === 'height') setHeight(Math.min(event.height, MAX_HEIGHT))
    if (event.kind === 'solved') props.onSolved(event.token)
    if (event.kind === 'expired') props.onExpired()
    if (event.kind === 'failed') props.onFailed()
  })
  const wasHuman = useRef(isHuman)
  useEffect(() => {
    if (wasHuman.current && !isHuman) channel.reset()
    wasHuman.current = isHuman
  }, [isHuman, channel])
  return (
    <>
      {!isShown && <p role="status">{messages.captchaLoading}</p>}
      <iframe
        ref={frame}
        src={address}
        title={messages.captchaLabel}
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={(event) => channel.connect(event.currentTarget)}
        className={styles['frame']}
      />
    </>
  )
}

/** The messages between this page and its frame, over a channel of their own: there is no listener on the host's window. */
function useFrameChannel(
  address: string,
  size: CaptchaRequest['captcha'],
  onEvent: (event: CaptchaEvent) => void,
): { readonly connect: (frame: HTMLIFrameElement) => void; readonly reset: () => void } {
  const listener = useRef(onEvent)
  useEffect(() => {
    listener.current = onEvent
  })
  const [channel] = useState(() => createChannel(address, size, (event) => listener.current(event)))
  useEffect(() => channel.open(), [channel])
  return channel
}

function createChannel(
  address: string,
  size: CaptchaRequest['captcha'],
  emit: (event: CaptchaEvent) => void,
) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let port: MessagePort | null = null
  const failAfter = (ms: number) => timers.add(setTimeout(() => emit({ kind: 'failed' }), ms))
  const clearTimers = () => {
    timers.forEach(clearTimeout)
    timers.clear()
  }
  return {
    open() {
      failAfter(DEADLINE_MS)
      return () => {
        clearTimers()
        port?.close()
      }
    },
    connect({ contentWindow }: HTMLIFrameElement) {
      const { port1, port2 } = new MessageChannel()
      port?.close()
      port = port1
      failAfter(START_MS)
      port1.onmessage = ({ data }: MessageEvent<CaptchaEvent>) => {
        // From here on the frame itself reports a timeout.
        if (data.kind === 'begun') clearTimers()
        emit(data)
      }
      contentWindow?.postMessage({ captcha: size } satisfies CaptchaRequest, new URL(address).origin, [port2])
    },
    reset: () => port?.postMessage(RESET),
  }
}
