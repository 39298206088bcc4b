import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import type { CaptchaProps, CaptchaWidgetProps, OpenCaptcha } from '../ui/captcha-code.tsx'
import { CaptchaField } from '../ui/captcha-field.tsx'
import styles from '../ui/outcome.module.css'
import { RESET, type CaptchaAsked, type CaptchaTold } from './captcha-messages.ts'

/**
 * Time limits of the frame in milliseconds: in all, and from the load of its document to its first message, which never comes if the host's
 * policy blocks the frame.
 */
const DEADLINE_MS = 15_000
const BEGIN_MS = 3_000
/** Height of the widget in pixels until it reports its own, and the maximum height. */
const HEIGHTS = { normal: 78, compact: 144 } as const
const MOST_HEIGHT = 800

/**
 * The captcha of a form on a page of another site, in a frame whose document (`address`) is from the form's site. So neither a script nor a
 * name of the captcha service reaches the host, whose policy only has to allow one frame. Source: docs/decisions/0086.
 */
export function frameCaptcha(address: string): ComponentType<CaptchaProps> {
  const Widget = (props: CaptchaWidgetProps) => <CaptchaFrame address={address} {...props} />
  const openCaptcha: OpenCaptcha = async () => Widget
  return (props) => <CaptchaField {...props} openCaptcha={openCaptcha} />
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
  const link = useFrame(address, size, (told) => {
    if (told.kind === 'shown') setShown(true)
    if (told.kind === 'height') setHeight(Math.min(told.height, MOST_HEIGHT))
    if (told.kind === 'solved') props.onSolved(told.token)
    if (told.kind === 'expired') props.onExpired()
    if (told.kind === 'failed') props.onFailed()
  })
  const wasHuman = useRef(isHuman)
  useEffect(() => {
    if (wasHuman.current && !isHuman) link.reset()
    wasHuman.current = isHuman
  }, [isHuman, link])
  return (
    <>
      {!isShown && <p role="status">{messages.captchaLoading}</p>}
      <iframe
        ref={frame}
        src={address}
        title={messages.captchaLabel}
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={(event) => link.ask(event.currentTarget)}
        className={styles['frame']}
      />
    </>
  )
}

/** The messages between this page and its frame, over a channel of their own: there is no listener on the host's window. */
function useFrame(
  address: string,
  size: CaptchaAsked['captcha'],
  onTold: (told: CaptchaTold) => void,
): { readonly ask: (frame: HTMLIFrameElement) => void; readonly reset: () => void } {
  const listener = useRef(onTold)
  useEffect(() => {
    listener.current = onTold
  })
  const [link] = useState(() => createLink(address, size, (told) => listener.current(told)))
  useEffect(() => link.open(), [link])
  return link
}

function createLink(address: string, size: CaptchaAsked['captcha'], tell: (told: CaptchaTold) => void) {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let port: MessagePort | null = null
  const failAfter = (ms: number) => timers.add(setTimeout(() => tell({ kind: 'failed' }), ms))
  const forget = () => {
    timers.forEach(clearTimeout)
    timers.clear()
  }
  return {
    open() {
      failAfter(DEADLINE_MS)
      return () => {
        forget()
        port?.close()
      }
    },
    ask({ contentWindow }: HTMLIFrameElement) {
      const { port1, port2 } = new MessageChannel()
      port?.close()
      port = port1
      failAfter(BEGIN_MS)
      port1.onmessage = ({ data }: MessageEvent<CaptchaTold>) => {
        // From here on the frame itself reports a timeout.
        if (data.kind === 'begun') forget()
        tell(data)
      }
      contentWindow?.postMessage({ captcha: size } satisfies CaptchaAsked, new URL(address).origin, [port2])
    },
    reset: () => port?.postMessage(RESET),
  }
}
