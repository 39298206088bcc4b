/** A problem as the dev server tells it. */
export interface Problem {
  readonly message: string
  readonly moduleName?: string
}

const ID = 'tessera-problems'
const STYLE: Partial<CSSStyleDeclaration> = {
  boxSizing: 'border-box',
  width: 'min(60rem, 94vw)',
  maxHeight: '80vh',
  overflow: 'auto',
  padding: '1.5rem',
  border: '0.25rem solid #c62828',
  background: '#1b1b1b',
  color: '#f5f5f5',
  font: '0.875rem/1.5 ui-monospace, monospace',
  whiteSpace: 'pre-wrap',
}

/**
 * Show what does not compile, once for the page: the dev server's own overlay comes with every remote, and needs frames and
 * HTML that the page's policy does not allow. Escape or a click beside it closes it.
 */
export function showProblems(page: Document, problems: readonly Problem[]): void {
  hideProblems(page)
  const panel = page.createElement('pre')
  panel.id = ID
  panel.popover = 'auto'
  panel.role = 'alert'
  panel.textContent = [...new Set(problems.map(toText))].join('\n\n')
  // Through the object model: the page's policy allows no style in markup.
  Object.assign(panel.style, STYLE)
  page.body.append(panel)
  panel.showPopover()
}

/** Everything compiles again. */
export function hideProblems(page: Document): void {
  page.getElementById(ID)?.remove()
}

const toText = ({ moduleName, message }: Problem): string =>
  // eslint-disable-next-line no-control-regex -- the colours of a terminal
  [moduleName, message.replaceAll(/\u001b\[[0-9;]*m/g, '')].filter(Boolean).join('\n')
