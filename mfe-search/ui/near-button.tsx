import { useEffect, useRef, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'
import type { SearchMessages } from '../messages/index.ts'
import styles from './filters.module.css'

/** Timeout of the browser's request for a position, in milliseconds. */
const TIMEOUT_MS = 10_000
/** Three decimals of a degree are about a hundred metres: enough to find what is nearest, too little to find a home. */
const DECIMALS = 3

/** Messages by the code of a `GeolocationPositionError`: permission denied, position unavailable, timeout. */
const FAILURES = { 1: 'nearRefused', 2: 'nearUnavailable', 3: 'nearSlow' } as const

type NoteKey = 'nearHelp' | 'nearWaiting' | (typeof FAILURES)[keyof typeof FAILURES]

interface NearButtonProps {
  readonly messages: SearchMessages
  /** Called with "lat lon". */
  readonly onFound: (position: string) => void
}

/** Requests the visitor's position from the browser, only when it is pressed. The position is not stored. */
export function NearButton({ messages, onFound }: NearButtonProps) {
  const isHydrated = useHydrated()
  const [note, setNote] = useState<NoteKey>('nearHelp')
  // The visitor may go on while the browser looks for the position: the newest callback is called, and none once the button is gone.
  const found = useRef<typeof onFound>(null)
  useEffect(() => {
    found.current = onFound
    return () => void (found.current = null)
  })
  const ask = () => {
    if (!('geolocation' in navigator)) return setNote('nearUnavailable')
    setNote('nearWaiting')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setNote('nearHelp')
        found.current?.(`${coords.latitude.toFixed(DECIMALS)} ${coords.longitude.toFixed(DECIMALS)}`)
      },
      ({ code }) => setNote(FAILURES[code as keyof typeof FAILURES] ?? 'nearUnavailable'),
      { timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  }
  return (
    // Its space is reserved until it works; without script it is not shown and takes no space.
    <div className={styles['near']} data-works={isHydrated}>
      <button className="button button--quiet" type="button" onClick={ask} disabled={note === 'nearWaiting'}>
        {messages.near}
      </button>
      <p className={styles['note']} role="status">
        {messages[note]}
      </p>
    </div>
  )
}
