/** Milliseconds before which the gateway refuses a form as too fast (shared/config/form-rules.ts: 200, plus a margin for clocks). */
const FILL_MS = 500
const DEADLINE_MS = 8_000

/**
 * Send the form at a link's target, filled in by the query of that address (`data-answer`), without leaving the page; without JavaScript
 * this takes two pages. Thanks are shown beside the link (`data-thanks`), with what the visitor may add afterwards (`data-after`). If
 * sending fails, the link is followed: the visitor sees the form, and the reason.
 */
export async function answerForm(link: HTMLAnchorElement): Promise<void> {
  const container = link.closest('[data-answers]')
  if (!container || container.ariaBusy === 'true') return
  container.ariaBusy = 'true'
  try {
    const form = await loadForm(link.href)
    await new Promise((resolve) => setTimeout(resolve, FILL_MS))
    const body = new FormData(form)
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const answer = await fetch(link.href, { method: 'POST', body, headers: { accept: JSON_TYPE }, signal })
    const { success } = (await answer.json()) as { readonly success?: unknown }
    if (success !== true) throw new Error(`the form was answered with ${answer.status}`)
    thank(container)
  } catch {
    delete link.dataset['answer']
    link.click()
  } finally {
    container.ariaBusy = null
  }
}

const JSON_TYPE = 'application/json'

/** The form of a page, filled in by the server. A document from XMLHttpRequest runs no script, and needs no Trusted Types policy. */
const loadForm = (address: string): Promise<HTMLFormElement> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    request.responseType = 'document'
    request.timeout = DEADLINE_MS
    request.onload = () => {
      const form = request.responseXML?.querySelector<HTMLFormElement>('main form[method="post"]')
      if (form) resolve(form)
      else reject(new Error(`there is no form at ${address}`))
    }
    request.onerror = request.ontimeout = () => reject(new Error(`${address} did not come`))
    request.send()
  })

/** The answer links are hidden, so the focus moves to the thanks. */
function thank(container: Element): void {
  for (const link of container.querySelectorAll<HTMLElement>('[data-answer]')) link.hidden = true
  for (const link of container.querySelectorAll<HTMLElement>('[data-after]')) link.hidden = false
  const status = container.querySelector<HTMLElement>('[data-thanks]')
  if (!status) return
  status.textContent = status.dataset['thanks'] ?? ''
  status.tabIndex = -1
  status.focus({ preventScroll: true })
}
