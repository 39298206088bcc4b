/** The cookies of one browser: what `Set-Cookie` headers leave in it. */
export interface CookieJar {
  readonly header: () => string
  readonly keep: (setCookie: string | readonly string[] | undefined) => void
  readonly get: (name: string) => string | undefined
  readonly set: (name: string, value: string) => void
  /** The attributes that a cookie came with. */
  readonly attributes: (name: string) => string
}

/** An empty cookie jar. It ignores paths and domains, because every cookie is for the whole site. */
export function aCookieJar(): CookieJar {
  const values = new Map<string, string>()
  const attributes = new Map<string, string>()
  return {
    header: () => [...values].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(setCookie) {
      for (const line of [setCookie ?? []].flat()) {
        const [pair = '', ...rest] = line.split('; ')
        const name = pair.slice(0, pair.indexOf('='))
        attributes.set(name, rest.join('; '))
        if (rest.includes('Max-Age=0')) values.delete(name)
        else values.set(name, pair.slice(name.length + 1))
      }
    },
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    attributes: (name) => attributes.get(name) ?? '',
  }
}
