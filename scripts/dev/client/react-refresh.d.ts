declare module 'react-refresh/runtime' {
  /** Render every component again whose code has changed since the last call. */
  export function performReactRefresh(): unknown
}
