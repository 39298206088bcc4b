import { mountEmbed, type EmbedRules, type Mounted } from './mount-embed.ts'

export type { EmbedRules } from './mount-embed.ts'

/** How the attributes of an element become the options of its embed. */
export interface ElementRules<Options> extends EmbedRules<Options> {
  readonly attributes: readonly string[]
  /** Reads the options from the attributes; null while a required one is missing. */
  readonly read: (attribute: (name: string) => string | undefined) => Options | null
}

/**
 * Register the custom element of an embed. If the page already has one of that name, it is kept: loading a second version of the
 * script changes nothing. Each attribute is also a property, in camel case.
 */
export function defineEmbed<Options extends object>(name: string, rules: ElementRules<Options>): void {
  if (customElements.get(name)) return
  customElements.define(name, elementOf(rules))
}

function elementOf<Options extends object>({
  attributes,
  read,
  ...rules
}: ElementRules<Options>): CustomElementConstructor {
  class EmbedElement extends HTMLElement {
    static readonly observedAttributes = attributes
    #mounted: Mounted<Options> | null = null
    #isPending = false

    connectedCallback() {
      this.#soon()
    }
    disconnectedCallback() {
      this.#soon()
    }
    /** Moved to another document, which its style sheets cannot follow: they belong to the window of the first. */
    adoptedCallback() {
      this.#isChanged = true
      this.#soon()
    }
    attributeChangedCallback(_name: string, before: string | null, after: string | null) {
      if (before === after) return
      this.#isChanged = true
      this.#soon()
    }
    #isChanged = false
    /** Batches changes that happen together: several attributes that are set, or an element that is moved. */
    #soon() {
      if (this.#isPending) return
      this.#isPending = true
      queueMicrotask(() => {
        this.#isPending = false
        this.#settle()
      })
    }
    #settle() {
      const options = this.isConnected ? read((name) => this.getAttribute(name) ?? undefined) : null
      const isSame = options !== null && this.#mounted !== null && !this.#isChanged
      this.#isChanged = false
      if (isSame) return
      this.#mounted?.unmount()
      this.#mounted = options && mountEmbed(this, options, rules)
    }
  }
  for (const attribute of attributes)
    Object.defineProperty(EmbedElement.prototype, camelCase(attribute), {
      get(this: HTMLElement) {
        return this.getAttribute(attribute)
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined || value === false) this.removeAttribute(attribute)
        else this.setAttribute(attribute, value === true ? '' : String(value))
      },
    })
  return EmbedElement
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
