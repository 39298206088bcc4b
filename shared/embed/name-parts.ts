/** CSS shadow part for the host page → selector of its elements; of two that match, the later applies. Source: docs/embedding.md. */
const PARTS: Readonly<Record<string, string>> = {
  label: 'label,legend',
  input: 'input,select,textarea',
  choice: '[type=radio],[type=checkbox]',
  button: 'button,.button',
  error: '[id$=-error]',
  hint: '[id$=-hint]',
  heading: 'h2,h3,h4',
  link: 'a',
  alert: '[role=alert]',
  status: '[role=status]',
}

/** Sets the `part` attributes in an embed whenever its DOM changes, so that components need not know of shadow parts. */
export function nameParts(frame: HTMLElement): void {
  const name = () => {
    for (const [part, selector] of Object.entries(PARTS))
      for (const element of frame.querySelectorAll(selector)) element.setAttribute('part', part)
  }
  new MutationObserver(name).observe(frame, { childList: true, subtree: true })
}
