interface RichTextPolicy {
  readonly createHTML: (html: string) => string
}
interface WithTrustedTypes {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: RichTextPolicy) => RichTextPolicy
  }
  [POLICY]?: RichTextPolicy
}

/** Key under which all bundled copies of this module share one policy, because a page may create a policy name only once. */
const POLICY: unique symbol = Symbol.for('tessera.richtext') as never

/**
 * Sanitised HTML as a value for Trusted Types; the same string in browsers without them, and null where the page's CSP forbids our
 * policy, as that of another site may.
 * Only Slot and RichText may call it. Source: reference security 1.6.
 */
export function trustedHtml(sanitisedHtml: string): string | null {
  const page = globalThis as WithTrustedTypes
  if (!page.trustedTypes) return sanitisedHtml
  try {
    page[POLICY] ??= page.trustedTypes.createPolicy('richtext', { createHTML: (html) => html })
    return page[POLICY].createHTML(sanitisedHtml)
  } catch {
    return null // the visitor then gets the text without formatting
  }
}
