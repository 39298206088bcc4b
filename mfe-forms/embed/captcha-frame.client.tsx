import { useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import type { CaptchaProps, CaptchaWidgetProps, OpenCaptcha } from '../ui/captcha-code.tsx'
import { CaptchaField } from '../ui/captcha-field.tsx'
import styles from '../ui/outcome.module.css'
import { RESET, type CaptchaAsked, type CaptchaTold } from './captcha-messages.ts'

/** How long the frame may take in all, and to begin once its document has come: one that the host's policy forbids never does. In milliseconds. */
const DEADLINE_MS = 15_000
const BEGIN_MS = 3_000
/** Room of the widget, until it says itself; and the most that it is given. In pixels. */
const HEIGHTS = { normal: 78, compact: 144 } as const
const MOST_HEIGHT = 800

/**
 * The captcha of a form on a page of another site: in a frame whose document is the form's site's (`address`), so that neither a script of the captcha's service nor a name of it
 * comes to the host, whose policy need allow one frame. Source: docs/decisions/0086.
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
    // No policy on styles is asked about what a script sets.
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

/** What is said between this page and its frame, by a channel of their own: nothing listens on the host's window. */
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
        // From here on the frame itself tells when it takes too long.
        if (data.kind === 'begun') forget()
        tell(data)
      }
      contentWindow?.postMessage({ captcha: size } satisfies CaptchaAsked, new URL(address).origin, [port2])
    },
    reset: () => port?.postMessage(RESET),
  }
}
