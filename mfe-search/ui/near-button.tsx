import { useEffect, useRef, useState } from 'react'
import { DEFAULT_DISTANCE } from '../domain/filter-values.ts'
import { useHydrated } from './use-hydrated.ts'
import type { SearchMessages } from '../messages/index.ts'
import styles from './filters.module.css'

/** The browser gives up after this long. */
const TIMEOUT_MS = 10_000
/** Two decimals of a degree are about a kilometre: enough to find what is near, too little to find a door. */
const DECIMALS = 2

type Position = 'unasked' | 'waiting' | 'refused' | 'unavailable'

interface NearButtonProps {
  readonly messages: SearchMessages
  /** Given the filter's value: "lat lon distance". */
  readonly onFound: (value: string) => void
}

/** Asks the browser where the visitor is, when it is pressed and at no other time. Nothing of it is stored. */
export function NearButton({ messages, onFound }: NearButtonProps) {
  const isHydrated = useHydrated()
  const [position, setPosition] = useState<Position>('unasked')
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  // Without script there is nothing to press.
  if (!isHydrated) return null
  const ask = () => {
    if (!('geolocation' in navigator)) return setPosition('unavailable')
    setPosition('waiting')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isHere.current) return
        setPosition('unasked')
        onFound(
          `${coords.latitude.toFixed(DECIMALS)} ${coords.longitude.toFixed(DECIMALS)} ${DEFAULT_DISTANCE}`,
        )
      },
      ({ code, PERMISSION_DENIED }) => {
        if (isHere.current) setPosition(code === PERMISSION_DENIED ? 'refused' : 'unavailable')
      },
      { timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  }
  return (
    <>
      <button className="button button--quiet" type="button" onClick={ask} disabled={position === 'waiting'}>
        {messages.near}
      </button>
      <p className={styles['note']} role="status">
        {wordsOf(position, messages)}
      </p>
    </>
  )
}

function wordsOf(position: Position, messages: SearchMessages): string {
  if (position === 'waiting') return messages.nearWaiting
  if (position === 'refused') return messages.nearRefused
  return position === 'unavailable' ? messages.nearUnavailable : messages.nearHelp
}
