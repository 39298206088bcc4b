import { useEffect, useId, useRef, useState } from 'react'
import { useHydrated } from '@tessera/shared/ui'
import type { SearchMessages } from '../messages/index.ts'
import styles from './filters.module.css'

/** Timeout of the browser's request for a position, in milliseconds. */
const TIMEOUT_MS = 10_000
/** Three decimals of a degree are about a hundred metres: with two, a place may be half a mile away and seem to be a mile away. */
const DECIMALS = 3

/** Messages by the code of a `GeolocationPositionError`: permission denied, position unavailable, timeout. */
const FAILURES = { 1: 'nearRefused', 2: 'nearUnavailable', 3: 'nearSlow' } as const

type Failure = (typeof FAILURES)[keyof typeof FAILURES]

/** A request for the visitor's position. */
export interface PositionRequest {
  /** Key of the message about it; null before it is made, and once there is a position. */
  readonly note: 'nearWaiting' | Failure | null
  readonly make: () => void
  /** Drops the request, and its message. */
  readonly cancel: () => void
}

/**
 * Requests the visitor's position from the browser, only when `make` is called. `onFound` gets "lat lon". The message of a failure is
 * shown only at the address `here` at which it occurred.
 */
export function usePosition(here: string, onFound: (position: string) => void): PositionRequest {
  const [message, setMessage] = useState<{
    readonly key: 'nearWaiting' | Failure
    readonly here: string
  } | null>(null)
  // The visitor may go on while the browser looks for the position: the newest callback is called.
  const latest = useRef({ here, onFound })
  const pending = useRef<object>(null)
  useEffect(() => void (latest.current = { here, onFound }))
  useEffect(() => () => void (pending.current = null), [])
  const end = (key: Failure | null) => {
    pending.current = null
    setMessage(key && { key, here: latest.current.here })
  }
  const make = () => {
    if (pending.current) return
    if (!('geolocation' in navigator)) return end('nearUnavailable')
    const own = (pending.current = {})
    setMessage({ key: 'nearWaiting', here })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (pending.current !== own) return
        end(null)
        latest.current.onFound(`${coords.latitude.toFixed(DECIMALS)} ${coords.longitude.toFixed(DECIMALS)}`)
      },
      ({ code }) => {
        if (pending.current === own) end(FAILURES[code as keyof typeof FAILURES] ?? 'nearUnavailable')
      },
      { timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  }
  const isShown = message?.key === 'nearWaiting' || message?.here === here
  return { note: (isShown && message?.key) || null, make, cancel: () => end(null) }
}

interface NearButtonProps {
  readonly name: string
  readonly messages: SearchMessages
  readonly position: PositionRequest
}

/** The button that requests the visitor's position, with what happens to it. */
export function NearButton({ name, messages, position: { note, make } }: NearButtonProps) {
  const isHydrated = useHydrated()
  const help = useId()
  return (
    // Its space is reserved until it works; without script it is not shown and takes no space.
    <div className={styles['near']} data-works={isHydrated}>
      <button
        className="button button--quiet"
        type="button"
        data-focus-key={`near ${name}`}
        aria-describedby={help}
        // A disabled button would lose the focus, and the page would then be shown from its top.
        aria-disabled={note === 'nearWaiting' || undefined}
        onClick={({ currentTarget }) => {
          // Safari does not focus a button that is clicked.
          currentTarget.focus()
          make()
        }}
      >
        {messages.near}
      </button>
      <p className={styles['note']}>
        {note === null && <span id={help}>{messages.nearHelp}</span>}
        <span role="status">{note && messages[note]}</span>
      </p>
    </div>
  )
}
