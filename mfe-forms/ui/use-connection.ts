import { useEffect, useState } from 'react'

/** The state of the connection as the browser reports it. `back`: online again after it was offline. */
export type Connection = 'online' | 'offline' | 'back'

/** The state of the connection while the form is shown; `online` before the script runs. */
export function useConnection(): Connection {
  const [connection, setConnection] = useState<Connection>('online')
  useEffect(() => {
    const onOffline = () => setConnection('offline')
    const onOnline = () => setConnection((before) => (before === 'offline' ? 'back' : before))
    if (!navigator.onLine) onOffline()
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }, [])
  return connection
}
