interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string
}
/** The global object, as far as Trusted Types go; browsers without them have none. */
export interface PolicyPage {
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy }
}

/** Makes script addresses that the browser's Trusted Types accept: remotes' files from this origin, nothing else. */
export function createRemotePolicy(page: PolicyPage, origin: string): ScriptPolicy {
  const rules: ScriptPolicy = { createScriptURL: (url) => ownAddress(url, origin) }
  return page.trustedTypes?.createPolicy('tessera-remotes', rules) ?? rules
}

/** The address, if it is one of a remote's files (`/_mfe/`, or `/_dev/` under `npm run dev`). @throws TypeError */
function ownAddress(address: string, origin: string): string {
  const url = new URL(address, origin)
  if (url.origin === origin && /^\/_(?:mfe|dev)\//.test(url.pathname)) return url.href
  throw new TypeError(`Not a script of a remote: ${address}`)
}
