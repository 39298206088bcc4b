/** Part that a host may style → what in an embed is one; of two that fit, the later. Source: docs/embedding.md. */
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

/** Names the parts of an embed as they come, so that its components need not know that a host may style them. */
export function nameParts(frame: HTMLElement): void {
  const name = () => {
    for (const [part, selector] of Object.entries(PARTS))
      for (const element of frame.querySelectorAll(selector)) element.setAttribute('part', part)
  }
  new MutationObserver(name).observe(frame, { childList: true, subtree: true })
}
