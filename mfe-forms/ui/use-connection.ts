import { useEffect, useState } from 'react'

/** Whether the browser knows of no line, and whether there is one again since. */
export type Connection = 'online' | 'offline' | 'back'

/** What the browser knows of the line while the form is on the screen. Nothing is known before the script runs. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>('online')
  useEffect(() => {
    const lose = () => setConnection('offline')
    const find = () => setConnection((before) => (before === 'offline' ? 'back' : before))
    if (!navigator.onLine) lose()
    addEventListener('offline', lose)
    addEventListener('online', find)
    return () => {
      removeEventListener('offline', lose)
      removeEventListener('online', find)
    }
  }, [])
  return connection
}
