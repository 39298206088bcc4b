declare module 'react-refresh/runtime' {
  /** Draw every component anew whose code has changed since the last time. */
  export function performReactRefresh(): unknown
}
