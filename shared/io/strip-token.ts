/** An address fit for state and logs: without an access token. */
export const stripToken = (url: string): string =>
  url
    .replace(/([?&])access_?token=[^&#]*(&?)/gi, (_match, before: string, after: string) =>
      after ? before : '',
    )
    .replace(/[?&]$/, '')
