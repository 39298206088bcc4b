interface RichTextPolicy {
  readonly createHTML: (html: string) => string
}
interface WithTrustedTypes {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: RichTextPolicy) => RichTextPolicy
  }
  [POLICY]?: RichTextPolicy
}

/** Every remote bundles this module, but a policy of one name may be made only once on a page: the first one is shared. */
const POLICY: unique symbol = Symbol.for('tessera.richtext') as never

/**
 * HTML that has passed the sanitiser, as the browser's Trusted Types want it; the same string where there are none, and null where a policy of the page
 * forbids ours, as that of another site may.
 * Only Slot and RichText may call it. Source: reference security 1.6.
 */
export function trustedHtml(sanitisedHtml: string): string | null {
  const page = globalThis as WithTrustedTypes
  if (!page.trustedTypes) return sanitisedHtml
  try {
    page[POLICY] ??= page.trustedTypes.createPolicy('richtext', { createHTML: (html) => html })
    return page[POLICY].createHTML(sanitisedHtml)
  } catch {
    return null // the visitor reads the words without their form
  }
}
