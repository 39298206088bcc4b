import { useEffect, useRef, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'
import type { SearchMessages } from '../messages/index.ts'
import styles from './filters.module.css'

/** The browser gives up after this long. */
const TIMEOUT_MS = 10_000
/** Three decimals of a degree are about a hundred metres: enough to say what is nearest, too little to find a door. */
const DECIMALS = 3

/** Of the browser's answers (GeolocationPositionError): it may not say, it does not know, it took too long. */
const FAILURES = { 1: 'nearRefused', 2: 'nearUnavailable', 3: 'nearSlow' } as const

type NoteKey = 'nearHelp' | 'nearWaiting' | (typeof FAILURES)[keyof typeof FAILURES]

interface NearButtonProps {
  readonly messages: SearchMessages
  /** Given "lat lon". */
  readonly onFound: (position: string) => void
}

/** Asks the browser where the visitor is, when it is pressed and at no other time. Nothing of it is stored. */
export function NearButton({ messages, onFound }: NearButtonProps) {
  const isHydrated = useHydrated()
  const [note, setNote] = useState<NoteKey>('nearHelp')
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const ask = () => {
    if (!('geolocation' in navigator)) return setNote('nearUnavailable')
    setNote('nearWaiting')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isHere.current) return
        setNote('nearHelp')
        onFound(`${coords.latitude.toFixed(DECIMALS)} ${coords.longitude.toFixed(DECIMALS)}`)
      },
      ({ code }) => {
        if (isHere.current) setNote(FAILURES[code as keyof typeof FAILURES] ?? 'nearUnavailable')
      },
      { timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  }
  return (
    // Its place is kept until it works; without script there is nothing to press, and no place.
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
