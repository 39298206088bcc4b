import type { Problem } from '../problems.ts'

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
/** Labels of problems, in the order in which they are shown: the first kinds prevent the page from working. */
const WHAT: Readonly<Record<Problem['kind'], string>> = {
  build: 'does not compile',
  page: 'in the page',
  server: 'on the server',
  types: 'type error',
  lint: 'lint',
}

/**
 * Show the current problems, once for the page. The dev server's own overlay would come with every remote, and needs frames and
 * HTML that the page's policy does not allow. Escape or a click beside it closes it until the problems change.
 */
export function showProblems(page: Document, problems: readonly Problem[]): void {
  const kinds = Object.keys(WHAT)
  const inOrder = problems.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
  const text = [...new Set(inOrder.map(toText))].join('\n\n')
  const shown = page.getElementById(ID)
  if ((shown?.textContent ?? '') === text) return
  shown?.remove()
  if (text === '') return
  const panel = page.createElement('pre')
  panel.id = ID
  panel.popover = 'auto'
  panel.role = 'alert'
  panel.tabIndex = 0
  panel.textContent = text
  // Set through the DOM, because the page's policy allows no style in markup.
  Object.assign(panel.style, STYLE)
  page.body.append(panel)
  panel.showPopover()
}

const toText = ({ kind, app, file, message, stack }: Problem): string =>
  [
    [app, WHAT[kind]].filter(Boolean).join(' · '),
    file,
    // eslint-disable-next-line no-control-regex -- the colours of a terminal
    message.replaceAll(/\u001b\[[0-9;]*m/g, ''),
    stack,
  ]
    .filter(Boolean)
    .join('\n')
